"""`rmb graph`: who and what there is, and how they relate."""
