"""The session of an agent of the OpenAI Agents SDK."""

import asyncio

from remembrancer import Memory, Principal
from remembrancer.integrations.openai_agents import RemembrancerSession

with Memory.open("agents.db", preset="adviser", embedder="none", background=False) as memory:
    session = RemembrancerSession(memory.acting_as(Principal("bot", kind="agent")), "chat-7")
    said = {"role": "user", "content": "I want to retire at 58."}
    asyncio.run(session.add_items([said]))
    assert asyncio.run(session.get_items()) == [said]
