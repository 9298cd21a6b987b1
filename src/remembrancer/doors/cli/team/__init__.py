"""Commands of the desk: debates and credibility."""
