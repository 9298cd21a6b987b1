"""The pages, one module for each: what is asked of the memory, and what is shown of it."""
