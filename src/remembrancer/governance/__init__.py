"""Governance: people and agents change what is known, and every act is on record."""
