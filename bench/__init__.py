"""Measurements, as ratios to a bare floor in the same run."""
