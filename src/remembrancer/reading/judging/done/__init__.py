"""What is done: whether a statement ends a task or answers a question, and what it leaves open."""
