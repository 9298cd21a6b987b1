"""Adapters to models: embedders, which turn texts into vectors, and language models.

`model_factory.py` creates them from the settings. `minilm.py` embeds on this machine and
`openai_embedder.py` through a server. `openai_chat.py` and `anthropic_chat.py` are language models
on top of `chat.py`. `model_roles.py` assigns models to roles, and `budget.py` limits the cost of
a task.
"""
