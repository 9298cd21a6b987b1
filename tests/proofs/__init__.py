"""The heavy proofs: side by side with a plain model, under kill -9, from many processes."""
