"""The track record of agents: how right each was, domain by domain."""
