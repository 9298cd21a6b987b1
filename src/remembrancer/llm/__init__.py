"""Adapters to models: embedders, which turn texts into vectors.

`choice.py` picks one by the settings; `minilm.py` runs on this machine, `openai.py` asks a server.
"""
