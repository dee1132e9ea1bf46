"""The alert rules and the dashboard that are shipped ask for measurements that exist, under labels that they have."""

import json
import os
import re
import shutil
import subprocess

import pytest
import yaml
from prometheus_client import REGISTRY

from deploy.observability.gauges import State
from league.eventlog import liveness
from tests.paths import ROOT

MONITORING = ROOT / "deploy" / "monitoring"
NAME = re.compile(r"\bludex_\w+")
PART = re.compile(r"part=~?\"([a-z|]+)\"")

pytestmark = pytest.mark.django_db


def rules():
    (group,) = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]
    return group["rules"]


def expressions():
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    return [rule["expr"] for rule in rules()] + [each["expr"] for panel in panels for each in panel["targets"]]


def known_names():
    """Every name that a scrape can have."""
    suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"], "info": ["_info"]}
    metrics = [each for source in (REGISTRY, State()) for each in source.collect() if each.name.startswith("ludex_")]
    return {f"{each.name}{suffix}" for each in metrics for suffix in suffixes.get(each.type, [""])}


def test_rules_and_dashboard_ask_for_measurements_that_exist():
    asked = {name for expression in expressions() for name in NAME.findall(expression)}
    parts = {part for expression in expressions() for found in PART.findall(expression) for part in found.split("|")}

    assert asked - known_names() == set()
    assert parts <= {*liveness.PARTS, "database"}
    assert known_names() - asked <= {"ludex_appends_total", "ludex_projection_behind"} | {
        name for name in known_names() if name.endswith(("_sum", "_count", "_bucket"))
    }


def test_each_alert_has_a_name_of_its_own_a_severity_and_a_sentence():
    names = [rule["alert"] for rule in rules()]

    assert len(names) == len(set(names))
    assert {rule["labels"]["severity"] for rule in rules()} == {"page", "ticket"}
    assert all(rule["annotations"]["summary"].endswith(".") for rule in rules())


def test_prometheus_takes_the_rules():
    if shutil.which("promtool") is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("Debian's package `prometheus` is needed.")

    done = subprocess.run(["promtool", "check", "rules", MONITORING / "alerts.yaml"], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
