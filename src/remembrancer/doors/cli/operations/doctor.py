"""`rmb doctor`: what is set, what is stored, what the limits are, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import Conflict, RemembrancerError
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Json, Space, Url
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import (
    Place,
    address,
    chosen,
    exists,
    shown,
    spaces_of,
    store_place,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.core.settings import Settings
    from remembrancer.core.space import SpaceInfo
    from remembrancer.jobs.job import Job
    from remembrancer.memory import Memory
    from remembrancer.ports import Progress


@dataclass
class _Findings:
    """What the doctor saw."""

    facts: dict[str, str] = field(default_factory=dict)
    spaces: list[dict[str, Any]] = field(default_factory=list)
    sampled: list[str] = field(default_factory=list)  # what was not looked at as a whole
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class _Look:
    """How thoroughly the doctor looks."""

    full: bool  # everything, however long it takes
    only: str | None  # one space; None: all

    def spaces(self, known: Sequence[SpaceInfo], wanted: str) -> Sequence[SpaceInfo]:
        """Those to look over: of very many, the one that was asked for and the first ones."""
        from remembrancer.core.limits import DOCTOR_SPACES

        if self.only is not None:
            return [info for info in known if info.name == self.only]
        if self.full or len(known) <= DOCTOR_SPACES:
            return known
        return sorted(known, key=lambda info: info.name != wanted)[:DOCTOR_SPACES]


def doctor(
    rebuild_indexes: Annotated[
        bool,
        typer.Option(
            "--rebuild-indexes",
            help="First make anew what searching needs, from what is stored.",
        ),
    ] = False,
    full: Annotated[
        bool,
        typer.Option("--full", help="Check everything, also where that takes minutes."),
    ] = False,
    only_space: Annotated[
        bool, typer.Option("--only-space", help="Look over this space alone, and no other.")
    ] = False,
    limits: Annotated[
        bool, typer.Option("--limits", help="List every limit of the program as well.")
    ] = False,
    url: Url = None,
    space: Space = None,
    json: Json = False,
) -> None:
    """Look over settings, store, ledgers and search indexes.

    It holds every ledger and every search index against what is stored, and looks at the rights
    of the login, the disk and the clock. In a large store it checks what is newest, and says so;
    --full checks all of it. It says where each setting came from. The exit code is 1 if anything
    is wrong.

    \b
    Example:
      rmb doctor
      rmb doctor --full --space northgate --only-space
    """
    from remembrancer.build_tools import explained_embedder, explained_models
    from remembrancer.core.limits import as_table

    settings = chosen(url, space)
    findings = _Findings()
    try:
        path = store_place(settings.url.value or "")
        if exists(path):
            wanted = settings.space.value or ""
            look = _Look(full=full, only=wanted if only_space else None)
            if settings.space.origin == "default" and not only_space:
                wanted = ""  # nobody named one
            _examine(path, wanted, look, findings, rebuild=rebuild_indexes)
        else:
            findings.problems.append(
                f"There is no store at {path} yet. Make one with `rmb init --url {path}`."
            )
        _look_at_provider(settings, path, findings)
    except RemembrancerError as error:
        findings.problems.append(str(error))
    if json:
        terminal.as_json(
            {
                "settings": {
                    name: {**entry._asdict(), "value": _told(name, entry.value)}
                    for name, entry in settings._asdict().items()
                },
                "embedder": explained_embedder(),
                "models": explained_models(),
                "store": findings.facts,
                "spaces": findings.spaces,
                "sampled": findings.sampled,
                "limits": as_table(),
                "problems": findings.problems,
            }
        )
    else:
        terminal.line(("Search by meaning: ", "heading"), explained_embedder())
        terminal.line(("Language models: ", "heading"), explained_models())
        terminal.heading("Settings")
        terminal.table(
            [
                (name, _told(name, setting.value) or "-", f"({setting.origin})")
                for name, setting in settings._asdict().items()
                if setting.value is not None
            ]
        )
        _print(findings)
        if limits:
            terminal.heading("Limits")
            terminal.table([(name, f"{value:,}") for name, value in as_table().items()])
        terminal.blank()
        if not findings.problems:
            terminal.line(("All is well.", "good"))
    if findings.problems:
        terminal.error(*findings.problems)
        raise typer.Exit(1)


def _told(name: str, value: str | None) -> str | None:
    """A setting as it may be printed."""
    from remembrancer.core.settings import SECRETS

    if name in SECRETS:
        return value and "…"
    return value and shown(value)


def _examine(path: Place, wanted: str, look: _Look, findings: _Findings, *, rebuild: bool) -> None:
    from remembrancer.memory import Memory

    names = spaces_of(path)
    if wanted not in names and (wanted or not names):
        wanted = wanted or "default"
        known = f"It holds: {', '.join(names)}." if names else "It holds none yet."
        findings.problems.append(
            f"There is no space {wanted!r} in {path}. {known} Choose one with --space, or make "
            f"this one with `rmb init --url {path} --space {wanted}`."
        )
    if not names:
        return
    # Only a look: nothing is to be embedded meanwhile.
    with Memory.open(address(path), space=names[0], embedder="none", background=False) as memory:
        if rebuild:
            with progress("Rebuilding") as report:
                texts = memory.admin.rebuild_indexes(progress=report)
            findings.facts["rebuilt"] = f"{texts:,} texts"
            _drop_unused(memory)
        with progress("Verifying") as report:
            _look_over(memory, wanted, look, findings, report)


def _drop_unused(memory: Memory) -> None:
    """Vectors of an embedder that was replaced, where the one that is set has its own."""
    from remembrancer.build_tools import check_tools

    embedder = check_tools(None, None, None, None).embedder
    for info in memory.admin.spaces():
        admin = memory.in_space(info.name).admin
        known = admin.vectors()
        if embedder is not None and embedder.name in known:
            for model in known:
                if model != embedder.name:
                    admin.drop_vectors(model)


def _look_over(
    memory: Memory, wanted: str, look: _Look, findings: _Findings, report: Progress | None
) -> None:
    findings.facts |= memory.admin.facts(whole=look.full)
    if "integrity" not in findings.facts:
        findings.sampled.append("The file was not read from end to end.")
    if findings.facts.get("integrity", "ok") != "ok":
        findings.problems.append(
            f"The file is damaged: {findings.facts['integrity']}. "
            "Restore a backup with `rmb restore`."
        )
    if "scrub" in findings.facts:
        findings.problems.append(
            "Bytes of what was erased may be left in the files, since another program reads "
            "the store. End it and run this again."
        )
    known = memory.admin.spaces(archived=True)
    looked_over = look.spaces(known, wanted)
    if len(looked_over) < len(known) and look.only is None:
        findings.sampled.append(f"{len(looked_over):,} of {len(known):,} spaces were looked over.")
    for info in looked_over:
        _look_over_space(memory, info, look, findings, report)
    if findings.sampled:
        findings.sampled.append("Look at all of it with `rmb doctor --full`.")
    _look_at_graph_server(memory, findings)


def _look_over_space(
    memory: Memory,
    info: SpaceInfo,
    look: _Look,
    findings: _Findings,
    report: Progress | None,
) -> None:
    from remembrancer.core.limits import DOCTOR_ROWS, DOCTOR_TEXTS

    space = memory.in_space(info.name)
    verified = space.verify(last=None if look.full else DOCTOR_ROWS, progress=report)
    if verified.ok and verified.rows < verified.head.seq:
        findings.sampled.append(
            f"Of the space {info.name!r}, the newest {verified.rows:,} of "
            f"{verified.head.seq:,} ledger rows were verified, and the newest {DOCTOR_TEXTS:,} "
            "texts compared with what was said."
        )
    findings.spaces.append(
        {
            "name": info.name,
            "preset": info.preset,
            "archived": info.archived_at is not None,
            "vectors": space.admin.vectors(),
            **verified.export(),
        }
    )
    for problem in space.admin.problems(last=None if look.full else DOCTOR_TEXTS):
        if problem not in findings.problems:
            findings.problems.append(problem)
    if not verified.ok:
        findings.problems.append(
            f"The ledger of the space {info.name!r} is broken at {verified.broken_at}. "
            "Go on from a backup that verifies."
        )


def _look_at_graph_server(memory: Memory, findings: _Findings) -> None:
    """Which space the server that the settings name holds, and how far it is behind."""
    from remembrancer.build import has_graph_server

    if not has_graph_server():
        return
    told = "holds none of these spaces"
    for space in findings.spaces:
        try:
            status = memory.in_space(space["name"]).graph.status()
        except Conflict:
            continue  # it is another space's
        except RemembrancerError as error:
            findings.problems.append(str(error))
            return
        if status.is_loaded:
            told = (
                f"holds {space['name']}: {status.nodes:,} nodes, {status.edges:,} relations, "
                f"{status.lag:,} ledger rows behind"
            )
        elif status.job is not None:
            told = f"holds none of {space['name']} yet"
        if status.job is not None:
            told += f"; {_work_on_graph(status.job)}"
            if status.job.state == "failed":
                findings.problems.append(
                    f"The graph of the space {space['name']!r} was not brought to its server: "
                    f"{status.job.error} Then run: rmb jobs retry {status.job.id}"
                )
    findings.facts["graph server"] = told


def _work_on_graph(job: Job) -> str:
    """What waits, runs or failed, as one clause."""
    so_far = f", {job.done:,} of {job.total:,}" if job.state == "running" and job.total else ""
    why = "" if job.error is None else f" ({job.error})"
    return f"work on it is {job.state.value}{so_far}{why}"


def _look_at_provider(settings: Settings, path: Place, findings: _Findings) -> None:
    """The provider that people sign in with, if REMEMBRANCER_OIDC names its file."""
    from remembrancer.doors.oidc.provider_settings import provider_settings

    provider = provider_settings(settings, None, space=settings.space.value or "")
    if provider is None:
        return
    from remembrancer.doors.oidc.provider_check import (
        check_spaces,
        provider_problem,
        registration,
    )

    findings.facts["sign-in"] = (
        registration(provider)
        if provider.public_url is not None
        else f"People sign in with {provider.label}; set REMEMBRANCER_PUBLIC_URL."
    )
    problem = provider_problem(provider)
    if problem is not None:
        findings.problems.append(problem)
    if exists(path):
        check_spaces(provider, spaces_of(path))


def _print(findings: _Findings) -> None:
    _print_parts(findings)
    if findings.sampled:
        terminal.heading("Not all was looked at")
        for told in findings.sampled:
            terminal.line(told)


def _print_parts(findings: _Findings) -> None:
    if findings.facts:
        terminal.heading("Store")
        terminal.table(list(findings.facts.items()))
    if findings.spaces:
        terminal.heading("Spaces")
        terminal.table(
            [
                (
                    space["name"],
                    space["preset"] + (", archived" if space["archived"] else ""),
                    f"{space['head']['seq']:,} ledger rows",
                    "whole" if space["ok"] else "BROKEN",
                    "; ".join(
                        f"{count:,} vectors of {model}"
                        + (f", {left:,} texts to go" if left else "")
                        for model, (count, left) in space["vectors"].items()
                    )
                    or "no vectors",
                )
                for space in findings.spaces
            ]
        )
