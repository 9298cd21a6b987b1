"""The commands on a PostgreSQL server: the same verbs, and nothing that tells a password."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest

from remembrancer import Memory
from remembrancer.core.limits import WRITE_CHUNK_ITEMS
from tests import postgres
from tests.cli.program import Program
from tests.logins import PASSWORD, as_superuser, empty_database, plain_login
from tests.store.test_postgres_addresses import wait_until

WHY = ("--reason", "asked to", "--yes")
SUPERUSER = "remembrancer.store.postgres.postgres_schema.may_take_role"


@pytest.fixture(scope="module")
def built() -> dict[str, str]:
    """The address of a store that the program made, once it has. Each test gets a copy of it."""
    return {}


@pytest.fixture
def url(rmb: Program, built: dict[str, str]) -> str:
    """The address of a store on a server that holds something about two people."""
    if not built:
        made = postgres.fresh_url()
        place = ("--url", made)
        rmb.done("init", "--preset", "adviser", *place)
        rmb.remember("Ellen keeps bees.", "--subject", "ellen", *place)
        rmb.remember("Omar keeps bees.", "--subject", "omar", *place)
        built["url"] = made
    return postgres.copy_of(built["url"])


@pytest.fixture
def full(rmb: Program, url: str, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The program, set to that store."""
    monkeypatch.setenv("REMEMBRANCER_URL", url)
    return rmb


def _texts(rmb: Program, *place: str) -> list[str]:
    hits = rmb.done("recall", "bees", "--json", *place).json["hits"]
    return sorted(hit["text"] for hit in hits)


# -- every day


def test_a_day_on_a_server(full: Program) -> None:
    """Making a store, remembering, recalling and verifying work as they do on a file, and none
    of it leaves a file behind."""
    assert "is there already" in full.done("init").out
    assert _texts(full) == ["Ellen keeps bees.", "Omar keeps bees."]
    (id, _) = (hit["id"] for hit in full.done("recall", "bees", "--json").json["hits"])
    assert "keeps bees." in full.done("show", id).out
    assert "keeps bees." in full.done("history", id).out
    assert "Whole. 5 ledger rows" in full.done("audit", "verify").out
    assert "item.add" in full.done("audit", "log").out
    full.done("people", "add", "ada")
    assert full.done("recall", "bees", "--as", "ada").out
    assert list(full.folder.iterdir()) == []


def test_the_first_command_makes_the_store(rmb: Program) -> None:
    """In an empty database `init` makes a store; asking before that makes none."""
    with empty_database() as url:
        assert "There is no store" in rmb.failed("recall", "bees", "--url", url)
        assert "rmb init" in rmb("doctor", "--url", url).err
        assert "There is no store" in rmb.failed("export", "out.jsonl", "--url", url)
        made = rmb.done("init", "--url", url, "--json").json
        assert made["created"]
        rmb.done("doctor", "--url", url)


def test_a_space_that_is_not_there(full: Program) -> None:
    """The spaces that are there are named."""
    assert "It holds: default." in full.failed("recall", "bees", "--space", "other")


def test_the_doctor_knows_the_server(full: Program) -> None:
    """Server, extension, address, schema and size are shown, and every ledger is held to it."""
    seen = full.done("doctor", "--json").json
    assert "PostgreSQL" in seen["store"]["engine"]
    assert "pgvector" in seen["store"]["engine"]
    assert seen["store"]["address"].startswith("postgresql://")
    assert [(one["name"], one["ok"]) for one in seen["spaces"]] == [("default", True)]
    assert seen["problems"] == []
    assert "All is well." in full.done("doctor").out


# -- erasing, backing up, moving


def test_a_subject_is_erased(full: Program) -> None:
    """It is gone, its certificate is kept, and the ledger is whole."""
    certificate = full.done("erase", "--subject", "ellen", *WHY, "--json").json
    assert certificate["removed"]["item"] == 1
    assert certificate["pending"] == []
    assert _texts(full) == ["Omar keeps bees."]
    (kept,) = full.done("audit", "erasures", "--json").json
    assert kept["id"] == certificate["id"]
    full.done("doctor")


def test_a_backup_is_a_file_that_opens(full: Program) -> None:
    """The backup of a server's store is one file, with every space, and a store by itself."""
    full.remember("Halden keeps bees.", "--space", "desk", "--preset", "desk")
    assert full.done("backup", "safe.db", "--json").json["bytes"] > 0
    assert [file.name for file in full.folder.iterdir()] == ["safe.db"]
    assert _texts(full, "--url", "safe.db") == _texts(full)
    assert _texts(full, "--url", "safe.db", "--space", "desk") == ["Halden keeps bees."]
    assert "--force" in full.failed("backup", "safe.db")


def test_a_backup_is_restored(full: Program) -> None:
    """It takes the place of what is there only if forced; then all is as it was."""
    full.done("backup", "safe.db")
    head = full.done("audit", "verify", "--json").json["head"]
    full.remember("Eva keeps bees.")
    full.remember("Ida keeps bees.", "--space", "later", "--preset", "desk")
    assert "--force" in full.failed("restore", "safe.db")
    assert len(_texts(full)) == 3
    told = full.done("restore", "safe.db", "--force").out
    assert "Every ledger is whole" in told
    assert _texts(full) == ["Ellen keeps bees.", "Omar keeps bees."]
    assert full.done("audit", "verify", "--json").json["head"] == head
    assert "no space 'later'" in full.failed("recall", "bees", "--space", "later")
    full.done("doctor")
    assert [file.name for file in full.folder.iterdir()] == ["safe.db"]


def test_a_restore_does_not_bring_back_what_was_erased(full: Program) -> None:
    """What was erased since the backup is erased again before anybody sees it."""
    full.done("backup", "safe.db")
    full.done("erase", "--subject", "ellen", *WHY)
    full.remember("Eva keeps bees.")
    restored = full.done("restore", "safe.db", "--force")
    assert "Erased again in default: 3 texts" in restored.out
    assert _texts(full) == ["Omar keeps bees."]
    full.done("doctor")
    again = full.done("restore", "safe.db", "--force", "--json").json
    assert again["erased"] == {"default": 3}


def test_a_backup_is_restored_into_an_empty_database(full: Program) -> None:
    """No force is needed there, and kept certificates are applied."""
    full.done("backup", "safe.db")
    saved = full.done("erase", "--subject", "ellen", *WHY, "--json").out
    (full.folder / "ellen.json").write_text(saved)
    with empty_database() as new:
        full.done("restore", "safe.db", "--erasures", "ellen.json", "--url", new)
        assert _texts(full, "--url", new) == ["Omar keeps bees."]
        full.done("doctor", "--url", new)


def test_a_damaged_backup_is_not_restored(full: Program) -> None:
    """It is refused, and the store on the server stays as it is."""
    full.done("backup", "safe.db")
    file = full.folder / "safe.db"
    file.write_bytes(file.read_bytes().replace(b"keeps bees", b"keeps bats"))
    assert "Nothing was restored" in full.failed("restore", "safe.db", "--force")
    assert len(_texts(full)) == 2
    assert [file.name for file in full.folder.iterdir()] == ["safe.db"]


def test_a_file_s_backup_is_restored_on_a_server_and_back(full: Program) -> None:
    """A backup does not ask which engine it came from."""
    full.done("backup", "safe.db")
    full.done("restore", "safe.db", "--url", "practice.db")
    assert _texts(full, "--url", "practice.db") == _texts(full)
    full.remember("Eva keeps bees.", "--url", "practice.db")
    full.done("backup", "later.db", "--url", "practice.db")
    full.done("restore", "later.db", "--force")
    assert len(_texts(full)) == 3
    full.done("doctor")


def test_a_space_moves_there_and_back(full: Program) -> None:
    """Exported from a server into a file and from there to a server, it keeps its ledger."""
    head = full.done("audit", "verify", "--json").json["head"]
    out = full.done("export", "out.jsonl", "--json").json
    came = full.done("import", "out.jsonl", "--url", "practice.db", "--json").json
    assert came["rows"] == out["rows"]
    full.done("export", "back.jsonl", "--url", "practice.db")
    full.done("import", "back.jsonl", "--space", "copy")
    for place in ((), ("--url", "practice.db"), ("--space", "copy")):
        assert len(_texts(full, *place)) == 2
        assert full.done("audit", "verify", "--json", *place).json["head"] == head
    assert "new space" in full.failed("import", "out.jsonl")


def test_a_damaged_export_is_refused(full: Program) -> None:
    """What the server holds stays, and the true file is still taken into the same new space."""
    full.done("export", "out.jsonl")
    file = full.folder / "out.jsonl"
    true = file.read_text()
    file.write_text(true.replace("Ellen keeps bees", "Ellen keeps bats"))
    assert "nothing was imported" in full.failed("import", "out.jsonl", "--space", "copy")
    assert len(_texts(full)) == 2
    file.write_text(true)
    full.done("import", "out.jsonl", "--space", "copy")
    assert len(_texts(full, "--space", "copy")) == 2


# -- rights


def test_a_superuser_without_the_role_is_told(
    full: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing holds a query back then: the doctor says so and what to do, and ends with 1."""
    monkeypatch.setattr(SUPERUSER, lambda _raw: False)
    outcome = full("doctor")
    assert outcome.code == 1
    assert "which is a superuser: row-level security does not separate spaces" in outcome.err
    assert "GRANT remembrancer_app TO" in outcome.err
    assert "All is well." not in outcome.out
    (problem,) = full("doctor", "--json").json["problems"]
    assert problem.startswith("Transactions run as ")


def test_a_login_that_passes_walls_is_told(rmb: Program) -> None:
    """BYPASSRLS is as bad as being a superuser."""
    with plain_login("BYPASSRLS") as url:
        rmb.done("init", "--url", url)
        outcome = rmb("doctor", "--url", url)
    assert outcome.code == 1
    assert "which has BYPASSRLS: row-level security does not separate spaces" in outcome.err


def test_an_owner_without_the_role_is_told(rmb: Program) -> None:
    """The walls hold an owner, who could take them down: the doctor asks for the role, and is
    content when an administrator has granted it and the owner has opened the store once."""
    postgres.fresh_url()  # the role belongs to the whole server, and is there now
    with plain_login() as url:
        rmb.done("init", "--url", url)
        outcome = rmb("doctor", "--url", url)
        assert outcome.code == 1
        assert "which owns the tables and could drop row-level security" in outcome.err
        login = url.partition("//")[2].partition(":")[0]
        as_superuser(f"GRANT remembrancer_app TO {login}")
        assert "All is well." in rmb.done("doctor", "--url", url).out


def test_a_missing_wall_is_told(full: Program, url: str) -> None:
    """A table whose rows are not walled in any more is named."""
    as_superuser("ALTER TABLE remembrancer.message NO FORCE ROW LEVEL SECURITY", url=url)
    outcome = full("doctor")
    assert outcome.code == 1
    assert "The table message has no row-level security" in outcome.err


# -- while others write


def test_indexes_are_rebuilt_while_others_write(full: Program, url: str) -> None:
    """The doctor waits for who is writing, and what was written meanwhile is found after it."""
    begun = threading.Event()

    def stream() -> Iterator[dict[str, str]]:
        for number in range(WRITE_CHUNK_ITEMS + 1):
            yield {"content": f"Flat {number} has bees."}
            if number == WRITE_CHUNK_ITEMS:  # the first chunk is written, and not committed
                begun.set()
                wait_until(lambda: postgres.waits(url))

    def write() -> None:
        with Memory.open(url) as memory:
            memory.add_many(stream())

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait()
    outcome = full("doctor", "--rebuild-indexes")
    writer.join()
    assert outcome.code == 0, outcome.err
    assert "Flat 1000 has bees." in _texts(full, "-k", "200")


# -- passwords, and servers that are not there


def _every_command(rmb: Program) -> list[tuple[str, ...]]:
    """Each command that takes an address, in an order in which it succeeds."""
    safe, out = str(rmb.folder / "safe.db"), str(rmb.folder / "out.jsonl")
    return [
        ("init",),
        ("remember", "Ellen keeps bees.", "--subject", "ellen"),
        ("recall", "bees"),
        ("people", "add", "ada"),
        ("people", "list"),
        ("audit", "verify"),
        ("audit", "log"),
        ("collect",),
        ("detect", str(rmb.folder)),
        ("backfill", str(rmb.folder)),
        ("jobs", "list"),
        ("jobs", "wait"),
        ("jobs", "schedule", "collect", "--every", "1d"),
        ("worker", "--once"),
        ("backup", safe, "--force"),
        ("export", out, "--force"),
        ("import", out, "--space", "copy"),
        ("erase", "--subject", "ellen", *WHY),
        ("audit", "erasures"),
        ("restore", safe, "--force"),
        ("doctor",),
        ("doctor", "--rebuild-indexes"),
    ]


@pytest.mark.parametrize(
    "form",
    [pytest.param((), id="plain"), pytest.param(("--json",), id="json", marks=pytest.mark.soak)],
)
def test_no_command_prints_the_password(rmb: Program, form: tuple[str, ...]) -> None:
    """Neither in what it says, nor in JSON, nor where it fails."""
    with plain_login() as url:
        for command in _every_command(rmb):
            outcome = rmb(*command, *form, "--url", url)
            assert PASSWORD not in outcome.out + outcome.err
            assert outcome.code == 0 or command[0] == "doctor", outcome.err
        for command in (("recall", "bees", "--space", "other"), ("import", "nowhere")):
            outcome = rmb(*command, *form, "--url", url)
            assert outcome.code == 1
            assert PASSWORD not in outcome.out + outcome.err


def test_the_password_may_stand_anywhere(rmb: Program) -> None:
    """As a parameter of the address, and in the environment: the doctor shows it nowhere."""
    for url in (
        "postgresql://127.0.0.1:1/memory?user=joe&password=open-sesame",
        "postgresql://127.0.0.1:1/memory?password=open-sesame&user=joe",
        "postgres://joe:open-sesame@127.0.0.1:1/memory",
        "postgresql://joe:open-sesame@127.0.0.1:1,127.0.0.2:1/memory",
    ):
        for form in ((), ("--json",)):
            outcome = rmb("doctor", *form, "--url", url)
            assert outcome.code == 1
            assert PASSWORD not in outcome.out + outcome.err, url


def test_a_server_that_is_not_there(rmb: Program) -> None:
    """Every command says so in one sentence that names the address, and what to check."""
    url = f"postgresql://joe:{PASSWORD}@127.0.0.1:{_free_port()}/memory"
    (rmb.folder / "safe.db").write_bytes(b"not looked at yet")
    (rmb.folder / "out.jsonl").write_text('{"format": "remembrancer-space", "version": 1}')
    for command in _every_command(rmb):
        message = rmb.failed(*command, "--url", url)
        assert message.count("Error: ") == 1
        assert "postgresql://joe@127.0.0.1" in message
        assert "cannot be reached" in message
        assert "Check the address" in message
        assert PASSWORD not in message


def test_the_doctor_tells_machines_of_a_server_that_is_not_there(rmb: Program) -> None:
    """JSON comes all the same, with the settings and the problem in it."""
    outcome = rmb("doctor", "--json", "--url", f"postgresql://127.0.0.1:{_free_port()}/memory")
    assert outcome.code == 1
    seen = json.loads(outcome.out)
    (problem,) = seen["problems"]
    assert "cannot be reached" in problem
    assert seen["store"] == {}


def test_an_address_that_is_none(rmb: Program) -> None:
    """What cannot be taken apart is told with the form it should have, and without the secret."""
    for url in ("postgresql://joe:se%zzsame@host/memory", "postgresql://joe:x@host:port/m?a=1"):
        message = rmb.failed("recall", "bees", "--url", url)
        assert "se%zzsame" not in message
        assert "Traceback" not in message


def _free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
