"""Who calls: tokens, sign-ins, and what a browser keeps for us."""
