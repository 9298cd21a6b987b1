from __future__ import annotations

from tests.cli.conftest import rmb

__all__ = ["rmb"]
