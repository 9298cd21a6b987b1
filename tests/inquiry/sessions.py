"""A process with eight inquiries at once, for the test of load: `python -m tests.inquiry.sessions`.

It prints a line for each inquiry: the strategy, the number of facts and whether a limit ended it.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Sequence
from functools import partial

from remembrancer import Memory
from remembrancer.bench.retrieval_worlds import EXAMPLE, read_worlds
from remembrancer.core.model_turns import ModelTurn, ToolSpec, Turn
from remembrancer.front import inquiries
from remembrancer.inquiry.notebook import Notebook
from tests.inquiry.scripted import Following

SESSIONS = 8
STRATEGIES = ("react", "state_machine", "custom", "rules")
SPACE = "load"


class Stuck(Following):
    """It looks once and then thinks for ever."""

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        if len(turns) > 1:
            threading.Event().wait()
        return super().converse(instructions, turns, tools)


def main(url: str, rounds: int, seconds: float) -> int:
    (world,) = read_worlds(EXAMPLE)
    asked = next(one for one in world.conversations if one.key == "google")
    failed: list[str] = []
    said: list[str] = []
    is_stuck = seconds > 0
    if is_stuck:  # a short deadline, which is to hold
        setattr(inquiries, "Notebook", partial(Notebook, seconds=seconds))  # noqa: B010
    model = Stuck() if is_stuck else Following()
    with Memory.open(url, space=SPACE, llm=model, background=False) as memory:

        def ask(number: int) -> None:
            try:
                for turn in range(rounds):
                    strategy = "react" if is_stuck else STRATEGIES[(number + turn) % 4]
                    found = memory.inquire(**world.request(asked), strategy=strategy)
                    said.append(f"{strategy} {found.facts_retrieved} {found.is_limited}")
            except Exception:  # told to whoever started this process
                failed.append(traceback.format_exc())

        threads = [threading.Thread(target=ask, args=[number]) for number in range(SESSIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(*said, sep="\n")
    print(*failed, sep="\n", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
