"""Production settings: secrets are given as text or files and never generated."""

import os
import secrets
from pathlib import Path

import pytest

from deploy.secret_files import NAMES
from tests.processes import python

PRODUCTION = {
    "ALLOWED_HOSTS": "ludex.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://ludex.example.org",
    "HTTPS_ONLY": "true",
    "LOG_FORMAT": "json",
}


def manage(*words, **given):
    dropped = (*NAMES, "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    return python("manage.py", *words, environment={**environment, **PRODUCTION, **given})


@pytest.fixture
def files(tmp_path):
    """Secrets as files, each with the line's end that editors leave."""
    values = {"SECRET_KEY": secrets.token_urlsafe(64), "DATABASE_URL": os.environ["DATABASE_URL"]}
    for name, value in values.items():
        (tmp_path / name).write_text(f"{value}\n")
    return {f"{name}_FILE": str(tmp_path / name) for name in values}


def test_the_production_settings_pass_the_deployment_check(files):
    checked = manage("check", "--deploy", "--fail-level", "WARNING", **files)

    assert (checked.returncode, checked.stderr) == (0, "")


def test_secrets_are_read_from_files(files):
    show = "from django.conf import settings; print(settings.SECRET_KEY)"

    shown = manage("shell", "--no-imports", "-c", show, **files)

    assert shown.stderr == ""
    assert f"{shown.stdout.strip()}\n" == Path(files["SECRET_KEY_FILE"]).read_text()


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL"])
def test_a_missing_secret_file_is_named(files, name):
    files[f"{name}_FILE"] = "/nowhere/to/be/found"

    refused = manage("check", **files)

    expected = f"ludex: {name}_FILE: No such file or directory: /nowhere/to/be/found\n"
    assert (refused.returncode, refused.stderr) == (1, expected)


def test_an_unknown_log_format_is_refused(files):
    refused = manage("check", **files, LOG_FORMAT="xml")

    assert (refused.returncode, refused.stderr) == (1, "ludex: LOG_FORMAT is plain or json, not xml.\n")
