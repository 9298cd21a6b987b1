"""The REST server: verbs over HTTP. It translates and decides nothing."""
