"""Writes tests/long_cases.txt from measured times: which cases the short and the full soak run.

`make test` has five minutes on two quiet cores, and the short soak twelve. A few hundred of some
sixteen thousand cases take half of the time. First measure, on a machine that does nothing else:

    REMEMBRANCER_TEST_TIMES=build/times/test python -m pytest -p tests.timings -m "not soak"
    REMEMBRANCER_TEST_TIMES=build/times/soak REMEMBRANCER_SOAK=ci \
        python -m pytest -p tests.timings -m "soak and not full_soak"
    python scripts/long_cases.py build/times

Cases that are listed already stay listed: delete the file before measuring to begin anew.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "long_cases.txt"
# Above these seconds, as measured with three processes on two cores, a case is a long one.
TEST_SECONDS_MAX = 0.5
SOAK_SECONDS_MAX = 6.0
# Each case has a text of its own: another one shows nothing of it.
OWN_TEXTS = ("tests/docs/",)
# Each case has a text of its own: another one shows nothing of it.
OWN_TEXTS = ("tests/docs/",)
# Each case has a text of its own: another one shows nothing of it.
OWN_TEXTS = ("tests/docs/",)
# Each case has a text of its own: another one shows nothing of it.
OWN_TEXTS = ("tests/docs/",)
# What a test about rights has in its name or that of its file.
OF_RIGHTS = ("hidden", "eras", "kept", "personal", "audience", "isolat", "leak", "see", "not_for")
# No smaller test proves the same: these stay in the short soak, however long they take.
ONLY_PROOFS = (
    "tests/erasure/",
    "tests/graph/test_neo4j_engine.py",
    "tests/soak/test_compose.py",
    "tests/soak/test_crash.py::test_no_acknowledged_write_is_lost",
    "tests/soak/test_foreground.py",
    "tests/soak/test_newcomer.py",
    "tests/soak/test_overload.py",
)
HEAD = """\
# Cases that make test leaves to the short soak (soak), and that the short soak leaves to the full
# one (full). Written by scripts/long_cases.py from measured times; move a line where it matters.
"""


def read(folder: Path) -> dict[str, float]:
    """The seconds of each case."""
    found: dict[str, float] = {}
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text("utf-8").splitlines():
            seconds, _, name = line.partition("\t")
            found[name] = float(seconds)
    return found


def by_test(names: Iterable[str]) -> Mapping[str, list[str]]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in names:
        grouped[name.partition("[")[0]].append(name)
    return grouped


def longer(times: Mapping[str, float], seconds_max: float) -> list[str]:
    return [name for name, taken in times.items() if taken > seconds_max]


def but_one(times: Mapping[str, float], names: Iterable[str]) -> list[str]:
    """The names, without the quickest case of a test that has several, all of them named."""
    every = by_test(times)
    left: list[str] = []
    for test, cases in by_test(names).items():
        if 1 < len(cases) == len(every[test]):
            cases = sorted(cases, key=times.__getitem__)[1:]
        left.extend(cases)
    return left


def beside_others(times: Mapping[str, float], names: Iterable[str]) -> list[str]:
    """Those of which another case of the same test is not among the names: it always runs.

    Who may see what is a predicate of each engine's own: such cases stay in the short soak.
    """
    every, named = by_test(times), by_test(names)
    return [
        name
        for test, cases in named.items()
        if len(cases) < len(every[test])
        and not any(word in test for word in OF_RIGHTS)
        and not test.startswith(OWN_TEXTS)
        for name in cases
    ]


def already_listed() -> dict[str, str]:
    """What is listed now: the kind of each case."""
    lines = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    rows = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {name: kind for kind, _, name in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds the folders test and soak")
    folder = parser.parse_args().folder
    tested, soaked = read(folder / "test"), read(folder / "soak")
    listed = already_listed()
    long = longer(tested, TEST_SECONDS_MAX)
    listed |= dict.fromkeys(long, "soak")
    listed |= dict.fromkeys(beside_others(tested, long), "soak+full")
    largest = [
        name for name in longer(soaked, SOAK_SECONDS_MAX) if not name.startswith(ONLY_PROOFS)
    ]
    for name in but_one(soaked, largest):
        listed[name] = "full" if listed.get(name, "full") == "full" else "soak+full"
    lines = (f"{kind} {name}\n" for name, kind in sorted(listed.items()))
    FILE.write_text(HEAD + "".join(lines), "utf-8")
    print(f"{len(listed)} cases are listed in {FILE.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
