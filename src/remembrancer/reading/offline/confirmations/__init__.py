"""Confirmations: what a user sets right, defines or says is so."""
