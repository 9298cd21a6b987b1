"""Verifications: facts that a user corrects, defines or confirms."""
