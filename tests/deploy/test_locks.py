import re
import subprocess

import pytest

from tests.paths import ROOT

LOCKS = ROOT / "deploy" / "locks"


def pins(name):
    return {line.removesuffix(" \\") for line in (LOCKS / name).read_text().splitlines() if "==" in line}


@pytest.mark.parametrize("lock", sorted(path.name for path in LOCKS.iterdir()))
def test_lock_files_do_not_say_where_packages_come_from(lock):
    assert re.findall(r"\w+://\S*|--(?:extra-)?index-url|--find-links", (LOCKS / lock).read_text()) == []


@pytest.mark.parametrize("lock", ["dev.txt", "bench.txt"])
def test_tests_and_benchmarks_use_the_same_versions_as_the_service(lock):
    assert sorted(pins("app.txt") - pins(lock)) == []


@pytest.mark.parametrize("lock", sorted(path.name for path in LOCKS.glob("*.txt")))
def test_every_locked_package_has_hashes(lock):
    packages = re.split(r"\n(?=\S)", (LOCKS / lock).read_text().strip())

    assert [package for package in packages if "--hash=sha256:" not in package] == []


def test_the_launcher_lists_its_commands():
    asked = subprocess.run([ROOT / "ludex"], capture_output=True, text=True)

    assert asked.returncode == 1
    assert re.findall(r"^\./ludex (\w+)", asked.stderr, re.MULTILINE) == ["run", "test", "manage", "python"]
