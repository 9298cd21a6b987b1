"""Words by which a sentence is known for a fact, a decision, a task, a preference or a note."""
