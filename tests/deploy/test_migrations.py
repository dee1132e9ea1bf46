import ast
from importlib import import_module

import pytest
from django.core.management import call_command

from league.common.names import look_of
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


@pytest.mark.parametrize(
    "name", ["anna", "ANNA", "Борис", "Алёна", "mllа", "l1I|", "corner", "vvilly", "ﬁona", "straße", "a.b@c+d-e_f"]
)
def test_accounts_from_before_get_the_look_that_sign_in_asks_for(name):
    migration = import_module("league.migrations.0019_offers")

    assert migration.look_of(name) == look_of(name)
