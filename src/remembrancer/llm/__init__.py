"""Adapters to models: embedders, which turn texts into vectors, and language models.

`model_factory.py` creates them from the settings. `minilm.py` embeds on this machine,
`static_embedder.py` much faster and a little worse, and `openai_embedder.py` through a server.
`onnx_graph.py` writes the graph that `minilm.py` runs, in the format of `onnx_format.py`.
`openai_chat.py` and `anthropic_chat.py` are language models on top of `chat.py`; so is
`pydantic_ai_chat.py`, for other providers, by a library whose HTTP client (`provider_client.py`)
ends in our `transport.py`. `tool_calls.py` reads tool calls.
`model_roles.py` assigns models to roles, and `budget.py` limits the cost of a task.
"""
