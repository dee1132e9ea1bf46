import ast

import pytest
from django.core.management import call_command

from tests.contract.code import packages
from tests.paths import ROOT


@pytest.mark.django_db
def test_every_model_change_has_its_migration():
    call_command("makemigrations", check=True, dry_run=True)


@pytest.mark.parametrize("path", sorted(ROOT.glob("*/migrations/*.py")), ids=lambda path: path.stem)
def test_migrations_import_no_code_that_may_change(path):
    nodes = list(ast.walk(ast.parse(path.read_text())))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}

    assert {module for module in imported if module.partition(".")[0] in packages()} == set()
