"""Commands on items: which there are, and what a person says of one."""
