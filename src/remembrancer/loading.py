"""Loading: importing the heavy parts without collecting garbage meanwhile.

Imports make many objects and no garbage, and the collector's passes over them take a sixth of
the time that it takes to start.
"""

from __future__ import annotations

import gc
from importlib import import_module
from types import ModuleType


def load(name: str) -> ModuleType:
    """The module of that name, imported now if it was not before."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        if collects:
            gc.enable()
