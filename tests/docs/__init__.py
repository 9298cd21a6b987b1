"""The paper is held against the house."""
