"""What-if: what came of earlier decisions that chose the same."""
