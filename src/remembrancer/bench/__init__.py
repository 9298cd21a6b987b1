"""Benchmarks: quality and speed of the memory, measured through the public API.

The benchmarks use the public verbs only, so that they measure what users get. Names of public
question sets stay in this folder.
"""
