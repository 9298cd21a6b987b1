"""`bench answers`: questions of public sets, answered and judged by language models."""
