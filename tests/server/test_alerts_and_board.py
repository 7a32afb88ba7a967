"""Prometheus' and Grafana's files in deploy/: they load, name figures that there are, and tell of what they are for."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.server.worker.main import WORKERS
from games.monitoring.maintenance import Kind, record_run
from games.monitoring.tasks import heartbeat
from tests.server.test_deploy import DEPLOY, NAME, changed, wanted

ALERTS = DEPLOY / "prometheus" / "alerts.yml"


def promtool(*arguments: str) -> str:
    """Return the errors it reports; "" if none."""
    completed = subprocess.run([wanted("promtool"), *arguments], capture_output=True, text=True)
    return completed.stdout + completed.stderr if completed.returncode else ""


def test_prometheus_reads_its_files(tmp_path: Path) -> None:
    shutil.copy(ALERTS, tmp_path)
    (tmp_path / "token").write_text("x")
    sample = (DEPLOY / "prometheus" / "prometheus.yml").read_text()
    (tmp_path / "prometheus.yml").write_text(
        changed(sample, {"/etc/prometheus/tefuda_token": str(tmp_path / "token"), "cards.example.org": NAME})
    )
    assert promtool("check", "config", str(tmp_path / "prometheus.yml")) == ""
    (tmp_path / "alerts.yml").write_text(changed(ALERTS.read_text(), {"for: 2m": "for: long"}))
    assert "not a valid duration" in promtool("check", "config", str(tmp_path / "prometheus.yml"))


def test_alerts_are_raised_by_what_they_are_for(tmp_path: Path) -> None:
    """And by nothing else, and all of them are tried."""
    cases = Path(__file__).with_name("alerts_test.yml").read_text()
    (tmp_path / "cases.yml").write_text(changed(cases, {"RULES": str(ALERTS)}))
    assert promtool("test", "rules", str(tmp_path / "cases.yml")) == ""
    for alert in re.findall(r"alert: (\w+)", ALERTS.read_text()):
        assert f'alertname="{alert}"' in cases


def board() -> dict[str, Any]:
    loaded = json.loads((DEPLOY / "grafana" / "tefuda.json").read_text())
    assert isinstance(loaded, dict)
    return loaded


def test_prometheus_understands_every_question_of_the_board(tmp_path: Path) -> None:
    expressions = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    assert len(expressions) > 10
    rules = [{"record": f"board:{number}", "expr": expr} for number, expr in enumerate(expressions)]
    (tmp_path / "board.yml").write_text(json.dumps({"groups": [{"name": "board", "rules": rules}]}))
    assert promtool("check", "rules", str(tmp_path / "board.yml")) == ""


@pytest.mark.django_db
def test_alerts_and_board_name_figures_that_there_are(client: Client, settings: Any) -> None:
    """And every figure is on the board."""
    settings.METRICS_TOKEN = "only-for-this-test"
    for kind in Kind:
        record_run(kind, succeeded=True, detail="")
    for queue in WORKERS:
        heartbeat(queue)
    text = client.get("/metrics", headers={"authorization": "Bearer only-for-this-test"}).text
    exported_figures = set(re.findall(r"^(tefuda_\w+)", text, re.MULTILINE))
    expressions = re.findall(r"expr: (.+)", ALERTS.read_text())
    assert named(expressions) <= exported_figures
    board_figures = named([target["expr"] for panel in board()["panels"] for target in panel["targets"]])
    assert board_figures <= exported_figures
    assert exported_figures - board_figures == {
        "tefuda_maintenance_succeeded",
        "tefuda_report_oldest_seconds",
    }  # these are for alerts
    for kind in re.findall(r'kind="(\w+)"', f"{ALERTS.read_text()}{json.dumps(board())}"):
        assert kind in Kind.values


def named(expressions: list[str]) -> set[str]:
    return set(re.findall(r"tefuda_\w+", " ".join(expressions)))


def test_grafana_would_draw_every_panel() -> None:
    """Grafana's import requires ids, places that don't overlap, and a source chosen at import."""
    whole = board()
    assert (whole["title"], whole["uid"]) == ("Tefuda", "tefuda")
    assert whole["schemaVersion"] >= 36
    (source,) = whole["templating"]["list"]
    assert (source["type"], source["query"]) == ("datasource", "prometheus")
    assert len({panel["id"] for panel in whole["panels"]}) == len(whole["panels"])
    occupied: set[tuple[int, int]] = set()
    for panel in whole["panels"]:
        at = panel["gridPos"]
        assert 0 <= at["x"] < at["x"] + at["w"] <= 24
        places = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not places & occupied, panel["title"]
        occupied |= places
        assert panel["type"] in ("stat", "timeseries")
        assert panel["title"]
        assert panel["targets"]
        for target in panel["targets"]:
            assert (
                target["datasource"] == panel["datasource"] == {"type": "prometheus", "uid": f"${{{source['name']}}}"}
            )
