"""Commands made from verbs: one verb, its parameters as options, its answer shown."""
