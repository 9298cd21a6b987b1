"""The command line: it translates words into verbs of the front door, and decides nothing.

`rmb --help` must feel instant, so this package imports Typer at the top and everything else where
it is used.
"""

from __future__ import annotations

from remembrancer.cli.app import main

__all__ = ["main"]
