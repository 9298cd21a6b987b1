"""Try the container file without an engine: each step in an empty root, then the server itself.

python scripts/try_container.py [--folder FOLDER] [--suite SUITE]

As the base image stands a fresh Debian from debootstrap, of the release that the image is made of,
with Python and nothing else. RUN, COPY, ENV, USER and WORKDIR are carried out in it one by one.
Then the command of the image runs as its user, as the first process of namespaces of its own, with
a root that cannot be written, /data and an empty /tmp: it has to answer its health check, keep a
write over a restart, and end in time when it is told to.

It needs root on Linux, debootstrap and unshare; without them it says so and ends with exit code 77.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from container_file import Instruction, Stage, context, filled, read

ROOT = Path(__file__).resolve().parent.parent
FILE, IGNORED = ROOT / "Dockerfile", ROOT / ".dockerignore"
SKIPPED = 77  # the exit code with which a test is skipped
NEEDED = ("debootstrap", "unshare", "nsenter", "chroot", "mount")
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,ca-certificates"
START_SECONDS = 60
STOP_SECONDS = 20  # that an engine waits at least, if it is told as docs/install.md says
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def fail(*lines: str) -> NoReturn:
    sys.exit("\n".join(lines))


def step(text: str) -> None:
    print(text, flush=True)


# -- the base


def base_of(image: str, suite: str | None, cache: Path) -> Path:
    """A root that stands for the image: the Debian release that its tag names."""
    suite = suite or image.rpartition("-")[2]
    root = cache / suite
    if not (root / "ready").exists():
        shutil.rmtree(root, ignore_errors=True)
        step(f"debootstrap {suite}, for {image}")
        options = ["--variant=minbase", f"--include={PACKAGES}"]
        done = subprocess.run(
            ["debootstrap", *options, suite, str(root), MIRROR], capture_output=True, text=True
        )
        if done.returncode:
            step(f"There is no {suite} to be had here: {done.stdout[-500:]}{done.stderr[-500:]}")
            sys.exit(SKIPPED)
        (root / "ready").touch()
    return root


# -- building


class Root:
    """A root under construction: one stage of the container file."""

    def __init__(self, folder: Path, stage: Stage) -> None:
        self.folder = folder
        self.stage = stage
        self.environment = {"PATH": _PATH, "HOME": "/root", **_of_the_builder()}
        self.user = "0:0"
        self.place = "/"

    def carry_out(self, one: Instruction, stages: dict[str, Root]) -> None:
        step(f"{one.name} {' '.join(one.text.split())[:100]}")
        if one.name == "ENV":
            self.environment |= self.stage.pairs("ENV")
        elif one.name == "USER":
            self.user = one.text
        elif one.name == "WORKDIR":
            self.place = str(PurePosixPath(self.place) / filled(one.text, self.environment))
            self.inside(self.place).mkdir(parents=True, exist_ok=True)
        elif one.name == "COPY":
            self._copy(one, stages)
        elif one.name == "RUN":
            self._run(one)

    def inside(self, path: str | PurePosixPath) -> Path:
        return self.folder / str(PurePosixPath(self.place) / path).lstrip("/")

    def _copy(self, one: Instruction, stages: dict[str, Root]) -> None:
        *sources, target = one.words
        place = self.inside(target)
        if name := one.options.get("from"):
            (source,) = sources
            shutil.copytree(stages[name].inside(source), place, symlinks=True)
            return
        given = context(ROOT, IGNORED)
        for source in sources:
            top = PurePosixPath(source)
            files = [file for file in given if file == top or top in file.parents]
            if not files:
                fail(f"COPY {source}: the ignore file leaves nothing of it.")
            for file in files:
                below = file.relative_to(top) if file != top else PurePosixPath(file.name)
                copied = place / below if target.endswith("/") or file != top else place
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / file, copied)

    def _run(self, one: Instruction) -> None:
        words = one.command or ["/bin/sh", "-c", one.text]
        done = subprocess.run(
            ["chroot", f"--userspec={self.user}", str(self.folder), "/usr/bin/env", "-i"]
            + [f"--chdir={self.place}"]
            + [f"{name}={value}" for name, value in self.environment.items()]
            + words,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            fail(f"It failed with {done.returncode}:", done.stdout, done.stderr)


def _of_the_builder() -> dict[str, str]:
    """How this machine reaches packages: an engine hands the same to a build."""
    return {
        name: value
        for name, value in os.environ.items()
        if re.match(r"PIP_(CERT|INDEX|EXTRA|DEFAULT_TIMEOUT)|(https?|no)_proxy$", name, re.I)
    }


def built(stages: Sequence[Stage], bases: Sequence[Path], folder: Path) -> Root:
    """The root of the last stage, after all of them were carried out."""
    done: dict[str, Root] = {}
    for number, (stage, base) in enumerate(zip(stages, bases, strict=True)):
        step(f"FROM {stage.base}")
        place = folder / f"stage-{number}"
        subprocess.run(["cp", "-a", "--reflink=auto", str(base), str(place)], check=True)
        for file in (Path("etc/resolv.conf"), CERTIFICATES):
            if (Path("/") / file).exists():
                shutil.copyfile(Path("/") / file, place / file)
        root = Root(place, stage)
        for one in stage.instructions:
            root.carry_out(one, done)
        done[stage.name or str(number)] = root
    return root


# -- running


class Container:
    """The command of an image in namespaces of its own, as an engine would run it."""

    def __init__(self, root: Root, data: Path, log: Path) -> None:
        self._root = root
        stage = root.stage
        self.command = [*_words(stage, "ENTRYPOINT"), *_words(stage, "CMD")]
        self._log = log
        self._data = data
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                # --kill-child: nothing outlives this script.
                [
                    "unshare",
                    "--mount",
                    "--net",
                    "--pid",
                    "--fork",
                    "--kill-child=KILL",
                    sys.executable,
                    str(Path(__file__).resolve()),
                    "--enter",
                    self._settings(),
                ],
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
            )

    def _settings(self) -> str:
        return json.dumps(
            {
                "root": str(self._root.folder),
                "data": str(self._data),
                "volume": (self._root.stage.last("VOLUME") or fail("No VOLUME.")).text,
                "user": self._root.user,
                "place": self._root.place,
                "environment": self.environment,
                "command": self.command,
            }
        )

    @property
    def environment(self) -> dict[str, str]:
        """What the image sets, and nothing of the machine that built it."""
        return {"PATH": _PATH, "HOME": "/data", **self._root.stage.pairs("ENV")}

    def first(self) -> int:
        """The id, here, of the first process inside."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        found = children.read_text().split()
        return int(found[0])

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a command inside, as `docker exec` does."""
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        return subprocess.run(
            [
                "nsenter",
                f"--target={self.first()}",
                "--mount",
                "--net",
                "--pid",
                "chroot",
                f"--userspec={self._root.user}",
                str(self._root.folder),
                "/usr/bin/env",
                "-i",
                f"--chdir={self._root.place}",
                *settings,
                *words,
            ],
            capture_output=True,
            text=True,
            timeout=60,
        )

    def wait_until_well(self) -> float:
        """Until its health check says so. In seconds."""
        check = self._root.stage.last("HEALTHCHECK")
        words = json.loads((check or fail("No HEALTHCHECK.")).text.removeprefix("CMD "))
        begun = time.monotonic()
        while time.monotonic() < begun + START_SECONDS:
            if self._process.poll() is not None:
                break
            if Path(f"/proc/{self._process.pid}").exists() and self._is_well(words):
                return time.monotonic() - begun
            time.sleep(0.2)
        self.kill()
        fail("It is not well:", self._log.read_text("utf-8", "replace"))

    def _is_well(self, words: list[str]) -> bool:
        try:
            return self.run(*words).returncode == 0
        except (OSError, IndexError):
            return False

    def stop(self) -> float:
        """Ends it as an engine does, by its stop signal. In seconds."""
        name = (self._root.stage.last("STOPSIGNAL") or fail("No STOPSIGNAL.")).text
        begun = time.monotonic()
        os.kill(self.first(), signal.Signals[name])
        try:
            code = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            fail(f"It did not end within {STOP_SECONDS} s:", self._log.read_text("utf-8"))
        if code:
            fail(f"It ended with {code}:", self._log.read_text("utf-8"))
        return time.monotonic() - begun

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def _words(stage: Stage, name: str) -> list[str]:
    found = stage.last(name)
    words = found.command if found is not None else None
    if words is None:
        fail(f"{name} has to be in exec form, so that signals reach the program.")
    return words


def enter(settings: dict[str, Any]) -> NoReturn:
    """Inside the namespaces: loopback, a read-only root, /data, /tmp; then the command."""
    root, inside = settings["root"], settings["root"] + settings["volume"]
    _lo_up()
    for words in (
        ["mount", "--make-rprivate", "/"],
        ["mount", "--bind", root, root],
        ["mount", "--bind", settings["data"], inside],
        ["mount", "-t", "tmpfs", "-o", "mode=1777,size=64m", "tmpfs", f"{root}/tmp"],
        ["mount", "-t", "proc", "proc", f"{root}/proc"],
        ["mount", "--bind", "/dev", f"{root}/dev"],
        ["mount", "-o", "remount,bind,ro", root],
    ):
        subprocess.run(words, check=True)
    os.chroot(root)
    os.chdir(settings["place"])
    user, group = map(int, settings["user"].split(":"))
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
    for place in ("/", "/opt/remembrancer", "/usr", "/etc"):
        try:
            Path(place, "written").touch()
        except OSError:
            continue
        fail(f"{place} can be written.")
    environment = settings["environment"]
    name = shutil.which(settings["command"][0], path=environment["PATH"])
    if name is None:
        fail(f"{settings['command'][0]} is not on the path of the image.")
    os.execve(name, settings["command"], environment)


def _lo_up() -> None:
    import fcntl
    import socket
    import struct

    with socket.socket() as any_socket:
        up = struct.pack("16sh", b"lo", 1)  # IFF_UP
        fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS


@contextmanager
def running(root: Root, data: Path, log: Path) -> Iterator[Container]:
    container = Container(root, data, log)
    try:
        step(f"{' '.join(container.command)}: well after {container.wait_until_well():.1f} s")
        yield container
        step(f"It ended in {container.stop():.1f} s.")
    finally:
        container.kill()


def said(container: Container, *words: str) -> str:
    done = container.run(*words)
    if done.returncode:
        fail(f"{' '.join(words)} failed:", done.stdout, done.stderr)
    return done.stdout


def try_out(root: Root, folder: Path) -> None:
    """What an operator does: start, write, stop, start again, and find what was written."""
    data = folder / "data"
    data.mkdir()
    user, group = map(int, root.user.split(":"))
    if user == 0:
        fail("It runs as root.")
    os.chown(data, user, group)
    log = folder / "log"
    with running(root, data, log) as container:
        token = said(container, "rmb", "token", "issue", "owner").strip()
        kept = said(container, "python3", "-c", _WRITE, token).strip()
        uids = set(
            re.findall(r"^Uid:\t(\d+)", Path(f"/proc/{container.first()}/status").read_text(), re.M)
        )
        if uids != {str(user)}:
            fail(f"It runs as {uids}, and not as {user}.")
    with running(root, data, log) as container:
        found = said(container, "rmb", "show", kept)
        if "Orders settle after three days." not in found:
            fail("What was written is gone:", found)
        said(container, "rmb", "doctor")
    step("What was written outlived a restart, and nothing was written outside of /data and /tmp.")


_WRITE = """
import json, sys
from urllib.request import Request, urlopen
headers = {"Authorization": "Bearer " + sys.argv[1]}
body = json.dumps({"content": "Orders settle after three days."}).encode()
with urlopen(Request("http://127.0.0.1:8765/api/memory", body, headers)) as answer:
    print(json.load(answer)["id"])
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="where fresh roots are kept for the next time")
    parser.add_argument("--suite", help="a Debian release in place of the one that the image names")
    parser.add_argument("--enter", type=json.loads, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.enter is not None:
        enter(given.enter)
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        step(f"It needs root on Linux and {', '.join(missing or NEEDED)}: skipped.")
        sys.exit(SKIPPED)
    stages = read(FILE)
    with tempfile.TemporaryDirectory(prefix="remembrancer-container-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        cache: Path = given.folder or folder
        bases = [base_of(stage.base, given.suite, cache) for stage in stages]
        root = built(stages, bases, folder)
        size = subprocess.run(
            ["du", "-sm", str(root.inside("/opt"))], capture_output=True, text=True
        )
        step(f"All steps are done. /opt has {size.stdout.split()[0]} MB.")
        try_out(root, folder)


if __name__ == "__main__":
    main()
