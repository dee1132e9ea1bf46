"""The files for containers, systemd and Kubernetes in deploy/ are valid according to their own tools.

Nothing is built or started here: there is no container engine and no cluster. tests/production runs the commands.
"""

import configparser
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from compose_spec import PyOptions

from deploy.processes import PARTS
from deploy.secret_files import NAMES
from tests.paths import ROOT

CONTAINER, SYSTEMD, KUBERNETES = (ROOT / "deploy" / name for name in ("container", "systemd", "kubernetes"))
UNITS = sorted(path.name for path in SYSTEMD.glob("*.service"))
SIGNING_KEY = "/var/lib/ludex/checkpoint_key"
MANIFESTS = sorted(path.name for path in KUBERNETES.glob("*.yaml") if path.name != "kustomization.yaml")
BIN = Path(sys.executable).parent
SCRIPTS = [*sorted(CONTAINER.glob("*.sh")), SYSTEMD / "ludex-manage", SYSTEMD / "ludex-release"]
WRONG = [  # a mistake of each kind, which must be found by its name, else the tool looks at nothing
    ("read_only: true", "read_onyl: true", "read_onyl"),
    ("secrets: [postgres_password, ludex_password, service_password]", "secrets: [forgotten]", "forgotten"),
    ("condition: service_healthy", "condition: service_hale", "service_hale"),
]

LOADS_EVERYTHING = """
import importlib, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
import manage
import django
django.setup()
from django.core.checks import run_checks
from django.core.management import get_commands, load_command_class
from django.urls import get_resolver
for name, app in get_commands().items():
    load_command_class(app, name)
    print(name)
assert get_resolver().url_patterns
assert [str(each) for each in run_checks() if each.is_serious()] == []
from deploy.processes import PARTS
assert set(sys.argv[1:]) == set(PARTS)
for module in ("deploy.wsgi", "deploy.gunicorn", "deploy.web_worker", "tasks.beat", "verify.__main__"):
    importlib.import_module(module)
from tasks import app
app.loader.import_default_modules()
app.finalize()
assert app.tasks
"""


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def compose():
    """The compose file, its variables filled in."""

    def value(found):
        return found["default"] or "ludex.example.org"

    written = (CONTAINER / "compose.yaml").read_text()
    return re.sub(r"\$\{\w+(?::-(?P<default>[^}]*)|:\?[^}]*)?\}", value, written)


def services():
    return yaml.safe_load(compose())["services"]


def read(text):
    options = PyOptions(apply_merge=True)
    options.from_yaml(text).validate()


def manifests():
    return [
        each for name in MANIFESTS for each in yaml.safe_load_all((KUBERNETES / name).read_text()) if each is not None
    ]


def pods():
    """Each workload's name and the specification of its pods."""
    for each in manifests():
        spec = each["spec"]["jobTemplate"] if each["kind"] == "CronJob" else each
        if each["kind"] in ("CronJob", "Deployment", "Job"):
            yield each["metadata"]["name"], spec["spec"]["template"]["spec"]


def unit(name):
    """A unit with its drop-in; a key that stands more than once has its last value."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read([SYSTEMD / "ludex-.service.d" / "hardening.conf", SYSTEMD / name])
    return parser


def starts(name):
    """Every command that a unit starts."""
    return re.findall(r"^ExecStart=(.*)$", (SYSTEMD / name).read_text(), re.MULTILINE)


def test_the_container_file_passes_its_linter():
    assert run(BIN / "hadolint", CONTAINER / "Containerfile").stdout == ""
    wrong = run(BIN / "hadolint", "-", input="FROM python\nRUN cd /tmp && pip install django\n")
    assert "DL3006" in wrong.stdout


@pytest.mark.parametrize("script", SCRIPTS)
def test_shell_scripts_pass_their_linter(script):
    assert run(BIN / "shellcheck", script).stdout == ""


def test_the_compose_file_is_valid():
    read(compose())


@pytest.mark.parametrize(("right", "wrong", "culprit"), WRONG)
def test_a_mistake_in_the_compose_file_is_found(right, wrong, culprit):
    assert right in compose()

    with pytest.raises(ValueError, match=culprit):
        read(compose().replace(right, wrong))


@pytest.mark.parametrize("name", MANIFESTS)
def test_kubernetes_manifests_are_valid(name):
    done = run(BIN / "kubernetes-validate", "--strict", "--quiet", KUBERNETES / name)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_mistake_in_a_manifest_is_found(tmp_path):
    wrong = tmp_path / "web.yaml"
    wrong.write_text((KUBERNETES / "web.yaml").read_text().replace("readinessProbe", "readynessProbe"))

    assert run(BIN / "kubernetes-validate", "--strict", "--quiet", wrong).returncode == 1


def test_the_kustomization_lists_every_manifest():
    kustomization = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())

    assert sorted(kustomization["resources"]) == MANIFESTS


def test_systemd_units_are_valid(tmp_path):
    folder = installed(tmp_path)

    assert verified(folder) == (0, "")

    web = folder / "ludex-web.service"
    web.write_text(web.read_text().replace("Restart=always", "Restart=allways"))
    assert "allways" in verified(folder)[1]


@pytest.mark.parametrize("name", UNITS)
def test_systemd_units_are_sandboxed(tmp_path, name):
    folder = installed(tmp_path)

    exposed = analyze(folder, "security", "--offline=yes", "--threshold=20", folder / name)

    assert exposed.returncode == 0, exposed.stdout


def test_units_may_do_what_libraries_and_feeds_do():
    """OpenBLAS asks where its memory lies as soon as it is loaded, and feeds need many open files."""
    words = (SYSTEMD / "ludex-.service.d" / "hardening.conf").read_text().splitlines()
    given = [line.removeprefix("SystemCallFilter=") for line in words if line.startswith("SystemCallFilter=")]
    allowed, denied = (
        {
            call
            for line in given
            if line.startswith("~") == refused
            for each in line.lstrip("~").split()
            for call in calls(each)
        }
        for refused in (False, True)
    )

    assert {"mbind", "setrlimit", "prlimit64", "sched_getaffinity"} <= allowed - denied


def calls(name):
    """The system calls of a set of systemd's, which begins with @, or the one of that name."""
    if not name.startswith("@"):
        return {name}
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    return {call for line in told.split("\n")[1:] if line.strip() and "#" not in line for call in calls(line.strip())}


def installed(tmp_path):
    """The units as they are when Ludex lies where these tests run."""
    folder = tmp_path / "system"
    shutil.copytree(SYSTEMD, folder)
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text().replace("/opt/ludex/current/.venv/bin/python", sys.executable)
            path.write_text(text.replace("/opt/ludex/current", str(ROOT)))
    return folder


def verified(folder):
    names = sorted(path for path in folder.iterdir() if path.suffix in (".service", ".socket", ".timer"))
    done = analyze(folder, "verify", "--man=no", "--recursive-errors=one", *names)
    return done.returncode, done.stderr


def analyze(folder, *words):
    return run("systemd-analyze", *words, env={**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"})


def test_the_proxy_accepts_its_configuration(tmp_path):
    places = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    words = ("caddy", "validate", "--adapter", "caddyfile", "--config", CONTAINER / "Caddyfile")

    done = run(*words, env={**os.environ, **places, "SITE": "ludex.example.org"})

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_started_by_the_same_command_everywhere(part):
    words = ["python", "-m", "deploy.processes", part]
    [name] = [name for name in UNITS if re.match(rf"ludex-{part}@?\.service", name)]
    [pod] = [pod for name, pod in pods() if name == part]

    assert starts(name) == [f"/opt/ludex/current/.venv/bin/{' '.join(words)}"]
    assert services()[part]["command"] == words
    assert [container["command"] for container in pod["containers"]] == [words]


def test_there_are_several_web_servers_and_workers_but_one_signer_and_one_beat():
    deployments = {each["metadata"]["name"]: each["spec"] for each in manifests() if each["kind"] == "Deployment"}
    replicas = {name: spec["replicas"] for name, spec in deployments.items()}

    assert replicas == {"web": 2, "worker": 2, "signer": 1, "beat": 1}
    assert [deployments[name]["strategy"]["type"] for name in ("signer", "beat")] == ["Recreate", "Recreate"]


def test_no_container_runs_as_root_or_can_change_its_image():
    for name, pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["automountServiceAccountToken"] is False, name
        for each in (*pod["containers"], *pod.get("initContainers", ())):
            assert each["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }, name
            assert "memory" in each["resources"]["limits"], name
    for name in ("migrate", "web", "worker", "beat"):
        service = services()[name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"]), name
    assert re.findall(r"^USER (.*)$", (CONTAINER / "Containerfile").read_text(), re.MULTILINE) == ["10001:10001"]


def test_only_the_worker_can_read_the_key_that_signs():
    hidden = {name for name in UNITS if unit(name)["Service"].get("InaccessiblePaths") == f"-{SIGNING_KEY}"}
    mounted = {name for name, service in services().items() if "signing:/var/lib/ludex" in service.get("volumes", [])}

    assert (set(UNITS) - hidden, mounted) == ({"ludex-worker@.service"}, {"worker"})


def test_only_migrations_know_the_owner_of_the_database():
    owned = {name for name, service in services().items() if "owner_database_url" in service.get("secrets", [])}
    pods_ = {name for name, pod in pods() if "ludex-owner" in str(pod)}
    units = {name for name in UNITS if "owner.env" in str(unit(name)["Service"].get("EnvironmentFile"))}

    assert (owned, pods_, units) == ({"migrate"}, {"migrate"}, {"ludex-migrate.service"})


def test_readiness_needs_the_database_and_liveness_does_not():
    [web] = [pod["containers"][0] for name, pod in pods() if name == "web"]

    assert web["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert web["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_no_file_contains_a_secret():
    example = dict(
        line.split("=", 1) for line in (SYSTEMD / "ludex.env.example").read_text().splitlines() if "=" in line
    )
    [config] = [each["data"] for each in manifests() if each["kind"] == "ConfigMap"]

    given = [name for name in NAMES if name != "OWNER_DATABASE_URL"]  # which has a file of its own
    assert {name: example.get(name) for name in NAMES} == {**dict.fromkeys(NAMES), **dict.fromkeys(given, "")}
    assert set(config) & set(NAMES) == set()
    assert [each["kind"] for each in manifests() if each["kind"] == "Secret"] == []
    assert {name: services()["web"]["environment"].get(name) for name in NAMES} == dict.fromkeys(NAMES)


def test_secrets_are_created_once_and_for_their_owner_only(tmp_path):
    script = tmp_path / "make-secrets.sh"
    shutil.copy(CONTAINER / "make-secrets.sh", script)

    def made():
        assert run("sh", script).returncode == 0
        return {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}

    first, again = made(), made()

    assert again == first
    assert set(first) >= set(yaml.safe_load(compose())["secrets"])
    assert len(set(first.values())) == len(first)
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700


def test_an_image_contains_everything_it_needs_to_run(tmp_path):
    """The build's own steps, on what .dockerignore lets through."""
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line.startswith("!"):
            for path in ROOT.glob(line[1:]):
                target = tmp_path / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if path.is_dir() else shutil.copy
                copy(path, target)
    environment = {"SECRET_KEY": "unused", "DATABASE_URL": "postgresql:///unused", "PATH": os.environ["PATH"]}
    environment |= {"STATIC_ROOT": str(tmp_path / "static"), "PYTHONDONTWRITEBYTECODE": "1"}

    for words in (
        ["manage.py", "collectstatic", "--no-input"],
        ["-c", LOADS_EVERYTHING, *named(r"deploy\.processes,? ([a-z]+)")],
    ):
        done = run(sys.executable, *words, cwd=tmp_path, env=environment)
        assert done.returncode == 0, done.stderr

    assert (tmp_path / "static" / "web").is_dir()
    assert not (tmp_path / "tests").exists()
    assert set(done.stdout.split()) >= named(r"manage\.py ([a-z_]+)")


def named(pattern):
    """What is named in the commands that compose, units and manifests start, and in those of the guide."""
    texts = [" ".join(map(str, service.get("command", []))) for service in services().values()]
    texts += [line for name in UNITS for line in starts(name)]
    for _, pod in pods():
        texts += [" ".join(each["command"]) for each in (*pod["containers"], *pod.get("initContainers", ()))]
    return set(re.findall(pattern, "\n".join([*texts, (ROOT / "docs" / "deploying.md").read_text()])))
