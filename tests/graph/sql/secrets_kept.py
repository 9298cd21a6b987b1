"""A store in which every sort of row holds a word that one caller, a program, may not see."""

from __future__ import annotations

from remembrancer import Memory, Principal
from tests.people import ADA, ANNA

READER = Principal("reader", kind="agent", groups=["readers"])
SECRETS = ("zanzibar", "quetzal", "xylophone", "wolfram", "krakatoa", "anna@northgate.example")


def fill(lobby: Memory) -> Memory:
    """The space that the reader asks in, beside another one."""
    elsewhere = lobby.in_space("elsewhere", "community")
    elsewhere.add(content="The zanzibar account is closed.", subject="elsewhere")
    elsewhere.conversations.start("far", channel_id="c-9")
    elsewhere.conversations.append("far", {"author_id": "x", "content": "zanzibar, quietly"})
    space = lobby.in_space("asked", "community")
    ada, anna = space.acting_as(ADA), space.acting_as(ANNA)
    ada.admin.add_person(ANNA.name, email=ANNA.name, groups=["finance"])
    ada.admin.add_person(READER.name, kind="agent", groups=["readers"])
    ada.admin.issue_token(ANNA.name, note="krakatoa")
    anna.add(content="My quetzal is ill.", subject="anna", is_personal=True)
    anna.add(content="The xylophone deal.", subject="deal", audience="group:finance")
    anna.conversations.start("own", channel_id="c-1", is_personal=True)
    anna.conversations.append("own", {"author_id": "anna", "content": "quetzal, again"})
    anna.conversations.start("money", channel_id="c-2", audience="group:finance")
    anna.conversations.append("money", {"author_id": "anna", "content": "xylophone for sale"})
    quetzal = anna.graph.entity("Bird", "Quetzal", is_personal=True)
    deal = anna.graph.entity("Deal", "Xylophone", audience="group:finance")
    anna.graph.relate(quetzal.id, "PAYS_FOR", deal.id, attrs={"note": "zanzibar"})
    gone = anna.add(content="The wolfram report.", subject="gone")
    ada.erase(gone.id, reason="asked for")
    reader = space.acting_as(READER)
    reader.add(content="Open to everyone.", subject="open", data={"colour": "blue"})
    reader.conversations.start("general", channel_id="c-0")
    for n in range(12):
        reader.conversations.append(
            "general", {"author_id": "u-1", "content": f"I work at Google, day {n}"}
        )
    return reader
