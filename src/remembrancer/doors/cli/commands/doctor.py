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
    from remembrancer.memory import Memory
    from remembrancer.ports import Progress


@dataclass
class _Findings:
    """What the doctor saw."""

    facts: dict[str, str] = field(default_factory=dict)
    spaces: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def doctor(
    rebuild_indexes: Annotated[
        bool,
        typer.Option(
            "--rebuild-indexes",
            help="First make anew what searching needs, from what is stored.",
        ),
    ] = False,
    url: Url = None,
    space: Space = None,
    json: Json = False,
) -> None:
    """Look over settings, store, ledgers, search indexes and limits.

    It holds every ledger and every search index against what is stored, and looks at the rights
    of the login, the disk and the clock. It says where each setting came from. The exit code is 1
    if anything is wrong.

    \b
    Example:
      rmb doctor
    """
    from remembrancer.build import explained_embedder, explained_models
    from remembrancer.core.limits import as_table

    settings = chosen(url, space)
    findings = _Findings()
    try:
        path = store_place(settings.url.value or "")
        if exists(path):
            _examine(path, settings.space.value or "", findings, rebuild=rebuild_indexes)
        else:
            findings.problems.append(
                f"There is no store at {path} yet. Make one with `rmb init --url {path}`."
            )
    except RemembrancerError as error:
        findings.problems.append(str(error))
    limits = as_table()
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
                "limits": limits,
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
            ]
        )
        _print(findings)
        terminal.heading("Limits")
        terminal.table([(name, f"{value:,}") for name, value in limits.items()])
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


def _examine(path: Place, wanted: str, findings: _Findings, *, rebuild: bool) -> None:
    from remembrancer.memory import Memory

    names = spaces_of(path)
    if wanted not in names:
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
            _look_over(memory, findings, report)


def _drop_unused(memory: Memory) -> None:
    """Vectors of an embedder that was replaced, where the one that is set has its own."""
    from remembrancer.build import check_tools

    embedder = check_tools(None, None, None, None).embedder
    for info in memory.admin.spaces():
        admin = memory.in_space(info.name).admin
        known = admin.vectors()
        if embedder is not None and embedder.name in known:
            for model in known:
                if model != embedder.name:
                    admin.drop_vectors(model)


def _look_over(memory: Memory, findings: _Findings, report: Progress | None) -> None:
    findings.facts |= memory.admin.facts()
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
    for info in memory.admin.spaces(archived=True):
        verified = memory.in_space(info.name).verify(progress=report)
        findings.spaces.append(
            {
                "name": info.name,
                "preset": info.preset,
                "archived": info.archived_at is not None,
                "vectors": memory.in_space(info.name).admin.vectors(),
                **verified.export(),
            }
        )
        for problem in memory.in_space(info.name).admin.problems():
            if problem not in findings.problems:
                findings.problems.append(problem)
        if not verified.ok:
            findings.problems.append(
                f"The ledger of the space {info.name!r} is broken at {verified.broken_at}. "
                "Go on from a backup that verifies."
            )
    _look_at_graph_server(memory, findings)


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
    findings.facts["graph server"] = told


def _print(findings: _Findings) -> None:
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
                    f"{space['rows']:,} ledger rows",
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
