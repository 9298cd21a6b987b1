"""Language: what one sentence says, as far as rules can read it, in English and Swedish."""
