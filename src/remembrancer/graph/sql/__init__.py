"""One SELECT of a caller that nobody trusts: read, checked against lists, and written anew."""
