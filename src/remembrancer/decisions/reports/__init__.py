"""Reports on decisions, as pages that need nothing else."""
