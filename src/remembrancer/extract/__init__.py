"""Extract: what was said becomes proposals of items, each with the words it rests on."""
