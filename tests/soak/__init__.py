"""The proofs again, longer. `make soak-ci` and `make soak` run them."""
