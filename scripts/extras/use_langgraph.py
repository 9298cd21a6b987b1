"""The store of a LangGraph agent."""

from remembrancer import Memory, Principal
from remembrancer.integrations.langgraph import RemembrancerStore

with Memory.open("agents.db", preset="adviser", embedder="none", background=False) as memory:
    store = RemembrancerStore(memory.acting_as(Principal("bot", kind="agent")))
    store.put(("clients", "ellen"), "tea", {"text": "Ellen drinks green tea."})
    (found,) = store.search(("clients",), query="tea", limit=1)
    assert found.value == {"text": "Ellen drinks green tea."}, found
