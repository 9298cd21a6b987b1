"""Adapters to models: embedders, which turn texts into vectors, and language models.

`choice.py` picks them by the settings. Of embedders, `minilm.py` runs on this machine and
`openai.py` asks a server. Language models are asked by `openai_chat.py` and `anthropic.py`, in the
way of `chat.py`; `models.py` has them by role, and `budget.py` holds a task to what it may cost.
"""
