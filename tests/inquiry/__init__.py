"""The retrieval agent: worlds with conversations of which the needed facts are known."""
