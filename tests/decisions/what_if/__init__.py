"""What-if: rates, choices, simulations and comparisons."""
