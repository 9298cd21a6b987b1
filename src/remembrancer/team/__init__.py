"""The desk: agents that work together, dispute each other's findings, and are judged by results."""
