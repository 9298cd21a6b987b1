"""The dashboard and the alerts ask for what a server tells, by names and labels that it has."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest
import yaml  # type: ignore[import-untyped]  # comes with what describes the API

from remembrancer import Memory
from remembrancer.doors.http.authentication import local
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from remembrancer.testing import HashingEmbedder, ScriptedModel
from tests.remote import Listening

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
DASHBOARD: Final = DEPLOY / "grafana" / "remembrancer.json"
RULES: Final = DEPLOY / "prometheus" / "remembrancer.rules.yml"
SCRAPE: Final = DEPLOY / "prometheus" / "prometheus.yml"
SCHEMA_VERSION: Final = 42  # the newest of Grafana's classic model, which all its versions import

_METRIC: Final = re.compile(r"remembrancer_[a-z_]+")
_SELECTED: Final = re.compile(r"(remembrancer_[a-z_]+)\{([^}]*)\}")
_GROUPED: Final = re.compile(r"by \(([a-z, ]+)\)")
_TYPE: Final = re.compile(r"^# TYPE (\S+) (\S+)$", re.MULTILINE)
_SAMPLE: Final = re.compile(r"^(remembrancer_[a-z_]+)\{(.*)\} ", re.MULTILINE)
_OF_PROMETHEUS: Final = {"job", "instance"}  # which it adds to each number itself
_WITH_A_REPLICA: Final = {"remembrancer_reads_total": {"server", "reason"}}


class Told:
    """What a server tells: the kind of each metric, and its labels."""

    def __init__(self, text: str) -> None:
        self.kinds = dict(_TYPE.findall(text))
        self.labels: dict[str, set[str]] = defaultdict(set, _WITH_A_REPLICA)
        for name, pairs in _SAMPLE.findall(text):
            self.labels[name] |= set(re.findall(r'(\w+)="', pairs))


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    """The numbers of a server whose memory has done something of everything."""
    model = ScriptedModel([{"candidates": []}] * 9)
    with Memory.open(
        ":memory:", embedder=HashingEmbedder(8), llm=model, background=False
    ) as memory:
        memory.remember("Ellen wants to retire at 60.")
        memory.jobs.wait()
        memory.verify()
        session = memory._session
        server = Listening(create_app(session, local(session, Callers(session))))
        try:
            httpx2.get(f"{server.url}/api/memory/stats")
            yield Told(httpx2.get(f"{server.url}/metrics").text)
        finally:
            server.close()


def check(expression: str, told: Told) -> None:
    """That a server tells each number of an expression, with the labels that it is asked by."""
    used: set[str] = set()
    for name in _METRIC.findall(expression):
        base = re.sub(r"_(bucket|sum|count)$", "", name)
        kind = told.kinds.get(name, told.kinds.get(base))
        assert kind is not None, f"no server tells {name}"
        assert (kind == "histogram") == name.endswith("_bucket"), name
        assert (kind == "counter") == name.endswith("_total"), name
        if kind == "counter":
            assert re.search(rf"(rate|increase)\({name}", expression), expression
        used |= told.labels[name]
    for name, matchers in _SELECTED.findall(expression):
        asked = set(re.findall(r"(\w+)=~?\"", matchers))
        assert asked <= told.labels[name] | _OF_PROMETHEUS, (name, asked)
    for grouped in _GROUPED.findall(expression):
        assert set(grouped.split(", ")) <= used | _OF_PROMETHEUS, expression


def _panels(dashboard: dict[str, Any]) -> list[dict[str, Any]]:
    return [panel for panel in dashboard["panels"] if panel["type"] != "row"]


def test_the_dashboard_shows_what_there_is(told: Told) -> None:
    """Each expression names metrics and labels that a server tells; each metric is shown."""
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in _panels(dashboard) for target in panel["targets"]]
    for expression in asked:
        check(expression, told)
    shown = set(_METRIC.findall(" ".join(asked)))
    assert {re.sub(r"_bucket$", "", name) for name in shown} == set(told.kinds)


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    """Of the classic model: ids are unique, panels do not overlap, and all have their source."""
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    assert dashboard["schemaVersion"] == SCHEMA_VERSION
    assert {"title", "uid", "time", "templating", "annotations", "panels"} <= set(dashboard)
    assert "id" not in dashboard  # which only a Grafana gives
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids)
    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        cells = {
            (place["x"] + right, place["y"] + down)
            for right in range(place["w"])
            for down in range(place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
    variables = {one["name"] for one in dashboard["templating"]["list"]}
    for panel in _panels(dashboard):
        assert panel["type"] in ("timeseries", "stat")
        assert panel["description"]
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        for target in panel["targets"]:
            assert target["datasource"] == panel["datasource"]
            named = set(re.findall(r"\$(?!__)\{?(\w+)", target["expr"]))
            assert named <= variables


def test_the_alerts_ask_for_what_there_is(told: Told) -> None:
    """Each rule names metrics and labels that a server tells, says what happened and what to do
    by a command that there is."""
    (group,) = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    assert len(group["rules"]) == len({rule["alert"] for rule in group["rules"]})
    commands = (DEPLOY.parent / "docs" / "cli.md").read_text(encoding="utf-8")
    for rule in group["rules"]:
        check(rule["expr"], told)
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert set(rule["annotations"]) == {"summary", "action"}
        for command in re.findall(r"rmb [a-z]+(?: (?:verify|failed|retry))?", str(rule)):
            assert command in commands


def test_the_scrape_config_finds_a_server() -> None:
    """It asks the path and the port that a server has, and loads the rules beside it."""
    scraped = yaml.safe_load(SCRAPE.read_text(encoding="utf-8"))
    (job,) = scraped["scrape_configs"]
    assert job["metrics_path"] == "/metrics"
    assert job["static_configs"] == [{"targets": ["localhost:8765"]}]
    assert scraped["rule_files"] == [RULES.name]
