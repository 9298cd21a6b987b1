"""A small advice firm: clients with their attributes, and decisions about them."""

from __future__ import annotations

from typing import Any

from remembrancer import Decision, Memory

# Three cases of old workplace pensions, two that belong to them, and what else a firm decides.
PENSIONS = (
    (
        "Had three defined benefit pensions and a handful of defined contribution pots.",
        "Keep the defined benefit pensions, consolidate the workplace contribution pots.",
        "The guarantees of old employers cannot be bought back.",
    ),
    (
        "Four old workplace pensions with high charges.",
        "Consolidate all four into a SIPP.",
        "Charges fall by 0.8 % a year.",
    ),
    (
        "One old workplace pension had a guaranteed annuity rate.",
        "Keep that pension separate and consolidate the others.",
        "The guaranteed rate is worth more than a tidy file.",
    ),
    (
        "Wanted to see old workplace pensions in one place before retiring.",
        "Consolidate the pensions with the current employer's scheme.",
        "Its charges are the lowest of all.",
    ),
    (
        "Lost track of pensions from workplaces of long ago.",
        "Trace the old pensions first, consolidate later.",
        "Nobody can weigh a pension that has not been found.",
    ),
)
OTHERS = (
    ("Had a baby.", "Take out life cover.", "The mortgage needs both incomes."),
    ("Sold the firm.", "Phase the money into the market.", "A lump sum would weigh on the mind."),
    ("Moved to Spain.", "Refer to a colleague in Madrid.", "We hold no licence there."),
    ("Drift of nine points.", "Rebalance now.", "The limit is five."),
    ("Complained of slow letters.", "Apologise and pay 50 pounds.", "The delay was ours."),
    ("Passport had run out.", "Wait for the new one.", "Identity must be verified."),
    ("Scored eight on the form.", "Override to five.", "A fall could not be borne."),
    ("Asked for a lower fee.", "Agree to 0.6 %.", "The family has been with us for years."),
    ("Lives on benefits.", "Decline to advise.", "Costs would outweigh the gain."),
    ("Hard of hearing.", "Write everything down.", "Calls were misunderstood."),
)


def client(memory: Memory, key: str, **attributes: Any) -> str:
    """A client with attributes."""
    memory.graph.entity("Client", f"Client {key}", external_id=key, attrs=attributes)
    return key


def decide(
    memory: Memory,
    subject: str | None,
    trigger: str,
    recommendation: str,
    reasoning: str,
    type: str = "product_recommendation",
    **fields: Any,
) -> Decision:
    """A recorded decision about a client."""
    return memory.decisions.record(
        type,
        subject=subject,
        trigger=trigger,
        recommendation=recommendation,
        reasoning=reasoning,
        **fields,
    )
