"""Wrong usage and failures: which exit code, and what is said."""

from __future__ import annotations

import subprocess

import pytest

from remembrancer.memory import Memory
from tests.cli.program import PROGRAM, Program, environment, run_process

READING = (
    ("recall", "anything"),
    ("show", "km_000000000000"),
    ("history", "km_000000000000"),
    ("people", "list"),
    ("people", "add", "ada"),
    ("people", "show", "ada"),
    ("people", "join", "ada", "readers"),
    ("people", "leave", "ada", "readers"),
    ("people", "grant", "ada", "ADMIN"),
    ("people", "withdraw", "ada", "ADMIN"),
    ("audit", "verify"),
    ("audit", "log"),
    ("export", "out.jsonl"),
    ("backup", "out.db"),
    ("collect",),
    ("detect",),
    ("backfill", "old.jsonl"),
    ("jobs", "list"),
    ("jobs", "failed"),
    ("jobs", "retry"),
    ("jobs", "wait"),
    ("jobs", "schedule", "collect", "--every", "1d"),
    ("jobs", "unschedule", "job_000000000000"),
    ("jobs", "feeds"),
    ("worker", "--once"),
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nonsense",),
        ("nonsense",),
        ("recall",),
        ("recall", "x", "--nonsense"),
        ("recall", "x", "-k", "many"),
        ("recall", "x", "--since", "yesterday"),
        ("recall", "x", "--as-of", "2026-13-01"),
        ("people", "join", "ada"),
        ("restore",),
        ("remember",),
        ("remember", "x", "--meeting", "m1"),
        ("remember", "--transcript", "call.txt"),
        ("remember", "x", "--transcript", "call.txt", "--meeting", "m1"),
        ("remember", "--transcript", "call.txt", "--meeting", "m1", "--kind", "fact"),
        ("collect", "ada"),
        ("collect", "--person"),
        ("detect", "a", "b"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2(rmb: Program, arguments: tuple[str, ...]) -> None:
    """A wrong flag, command, argument or date ends with 2 and says what was wrong."""
    rmb.done("init")
    outcome = rmb(*arguments)
    assert outcome.code == 2
    assert "Error" in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_a_missing_store_is_not_made(rmb: Program, arguments: tuple[str, ...]) -> None:
    """A command that reads or changes what exists makes no store, and names the one that does."""
    message = rmb.failed(*arguments)
    assert "There is no store at remembrancer.db" in message
    assert "rmb init" in message
    assert list(rmb.folder.iterdir()) == []


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_a_missing_space_is_not_made(rmb: Program, arguments: tuple[str, ...]) -> None:
    """A misspelt space is refused with the names of those that exist, and not made."""
    rmb.done("init", "--space", "northgate")
    message = rmb.failed(*arguments, "--space", "nortgate")
    assert "It holds: northgate." in message
    with Memory.open(rmb.folder / "remembrancer.db", space="northgate") as memory:
        assert [space.name for space in memory.admin.spaces()] == ["northgate"]


def test_an_empty_file_is_no_store_yet(rmb: Program) -> None:
    """An empty file counts as no store for a reader, and as a place to make one."""
    (rmb.folder / "new.db").touch()
    assert "There is no store" in rmb.failed("recall", "x", "--url", "new.db")
    rmb.done("init", "--url", "new.db")
    rmb.done("recall", "x", "--url", "new.db")


@pytest.mark.parametrize("arguments", [*READING, ("remember", "x"), ("init",)], ids=" ".join)
def test_a_damaged_file_is_told(rmb: Program, arguments: tuple[str, ...]) -> None:
    """A file that is no store is refused in one sentence, and stays as it was."""
    file = rmb.folder / "notes.txt"
    file.write_bytes(b"these are notes, and no store at all\n" * 100)
    before = file.read_bytes()
    assert "notes.txt" in rmb.failed(*arguments, "--url", "notes.txt")
    assert file.read_bytes() == before


def test_a_store_of_something_else_is_refused(rmb: Program) -> None:
    """A folder, a store in memory and an address of another engine are refused with a reason."""
    assert "folder" in rmb.failed("recall", "x", "--url", str(rmb.folder)).lower()
    assert "file path" in rmb.failed("remember", "x", "--url", ":memory:")
    assert "postgresql://" in rmb.failed("recall", "x", "--url", "postgresql://host/db")
    assert "empty" in rmb.failed("recall", "x", "--url", "")


def test_a_sqlite_address_names_a_file(rmb: Program) -> None:
    """`sqlite:///file` is the same as the file itself."""
    rmb.remember("Ellen keeps bees.", "--url", "sqlite:///bees.db")
    assert "bees" in rmb.done("recall", "bees", "--url", "bees.db").out


@pytest.mark.parametrize(
    ("command", "what"), [("show", "item or conversation"), ("history", "item")]
)
def test_an_unknown_id_is_one_sentence(rmb: Program, command: str, what: str) -> None:
    """An id that does not exist ends with 1 and one clear message."""
    rmb.done("init")
    assert f"No {what} 'km_0123456789ab' here." in rmb.failed(command, "km_0123456789ab")


def test_settings_come_from_the_environment_and_the_file(
    rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options win over the environment, the environment over remembrancer.toml."""
    (rmb.folder / "remembrancer.toml").write_text('url = "file.db"\npreset = "companion"\n')
    assert rmb.done("init", "--json").json["url"] == "file.db"
    monkeypatch.setenv("REMEMBRANCER_URL", "environment.db")
    made = rmb.done("init", "--json").json
    assert (made["url"], made["preset"]) == ("environment.db", "companion")
    assert rmb.done("init", "--json", "--url", "option.db").json["url"] == "option.db"


def test_a_preset_in_the_settings_is_for_new_spaces(
    rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A preset from the environment does not stand in the way of a space made with another."""
    rmb.done("init", "--preset", "desk")
    monkeypatch.setenv("REMEMBRANCER_PRESET", "adviser")
    rmb.remember("Halden's margin falls.")
    assert rmb.done("init", "--json").json["preset"] == "desk"


def test_wrong_settings_are_told(rmb: Program) -> None:
    """An unknown setting in remembrancer.toml is named."""
    (rmb.folder / "remembrancer.toml").write_text('colour = "blue"\n')
    assert "'colour'" in rmb.failed("recall", "x")


@pytest.mark.parametrize(
    "arguments",
    [
        ("recall", "bees"),
        pytest.param(("recall", "bees", "--json"), marks=pytest.mark.soak),
        pytest.param(("doctor",), marks=pytest.mark.soak),
    ],
    ids=" ".join,
)
def test_a_reader_who_leaves_is_no_failure(rmb: Program, arguments: tuple[str, ...]) -> None:
    """`rmb … | head -1` ends quietly with 0, also when more was left to say than a pipe holds."""
    for number in range(3):
        rmb.remember(f"bees {number} " + "hum " * 20_000)
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_the_program_runs_on_its_own(rmb: Program) -> None:
    """Outside the tests it does the same, with the same codes."""
    assert run_process("remember", "Ellen keeps bees.").returncode == 0
    found = run_process("recall", "bees")
    assert b"Ellen keeps bees." in found.stdout
    failed = run_process("show", "km_0123456789ab")
    assert (failed.returncode, failed.stdout) == (1, b"")
    assert len(failed.stderr.splitlines()) == 1


def test_a_narrow_encoding_does_not_crash(rmb: Program) -> None:
    """A terminal that knows only ASCII gets question marks instead of a traceback."""
    rmb.remember("Åsa säljer ägg på ön.")
    ran = run_process("recall", "ägg", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"?sa s?ljer" in ran.stdout
