"""Capabilities: what is made of decisions, each off, computed when asked for, or also unasked.

The settings of the space decide. Every verb of a capability calls `check` first; what is computed
without a question asks `is_unasked`.
"""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.errors import NotAvailable
from remembrancer.core.preset import CapabilityState, Preset


class Capability(StrEnum):
    """A capability, by its name in the settings."""

    CAUSAL_CHAINS = "causal_chains"  # what led to a decision, and what it led to
    SEMANTIC_PRECEDENTS = "semantic_precedents"  # earlier decisions by words and meaning
    POLICY_TRACKING = "policy_tracking"  # which rules were applied, skipped or overridden
    STRUCTURAL_PRECEDENTS = "structural_precedents"  # decisions of the same shape
    HYBRID_PRECEDENTS = "hybrid_precedents"  # by words and shape together
    COMMUNITIES = "communities"  # groups of decisions that are tied to each other
    NODE_EMBEDDINGS = "node_embeddings"  # fingerprints: anomalies and inferred labels
    SIMULATION = "simulation"  # what came of a choice in like cases


def state(preset: Preset, capability: Capability) -> CapabilityState:
    found = getattr(preset.capabilities, capability.value)
    assert isinstance(found, CapabilityState)
    return found


def check(preset: Preset, capability: Capability) -> None:
    """Passes unless the capability is off here."""
    if state(preset, capability) is CapabilityState.OFF:
        name = capability.value
        raise NotAvailable(
            f"{name.replace('_', ' ').capitalize()}: this is off in this space. An admin turns it "
            f'on among the overrides: memory.admin.configure({{"capabilities": {{"{name}": '
            f'"on_request"}}}}), or on the page /settings.'
        )


def is_unasked(preset: Preset, capability: Capability) -> bool:
    """Whether it may be computed where nobody asked for it by name."""
    return state(preset, capability) is CapabilityState.ON
