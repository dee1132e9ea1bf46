"""House rules about names, as far as a machine can check them."""

import ast

from tests.paths import ROOT

PACKAGES = ("games", "verify", "league", "api", "web", "tasks", "deploy")
PREPOSITIONS = frozenset(
    """about after against among as at before behind beside between by during for from in into of off on out over per
    since than through to under until with within without""".split()  # noqa: SIM905 - a list would be a page long
)
IRREGULAR_PARTICIPLES = frozenset(
    """begun bound broken brought built chosen dealt done drawn driven fallen felt forgotten found given gone heard held
    hidden kept known laid left lent lost made meant met overdrawn paid redrawn rewritten said seen sent shown spent
    spread taken thrown told torn undone won written""".split()  # noqa: SIM905
)
NO_PARTICIPLES = frozenset({"embed", "exceed", "feed", "need", "proceed", "seed", "speed"})
MOST_PARTICIPLES = 0.03  # of all functions of modules


def modules(package):
    return [path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts]


def top_level(path, *kinds):
    return [node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, kinds)]


def is_participle_or_preposition(name):
    first = name.strip("_").split("_")[0].lower()
    regular = first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLES
    return regular or first in PREPOSITIONS or first in IRREGULAR_PARTICIPLES


def test_functions_are_called_by_verbs_and_nouns():
    names = [
        f"{path.relative_to(ROOT)}: {name}"
        for package in PACKAGES
        for path in modules(package)
        for name in top_level(path, ast.FunctionDef, ast.AsyncFunctionDef)
    ]

    wrong = [each for each in names if is_participle_or_preposition(each.rpartition(" ")[2])]

    assert len(wrong) <= MOST_PARTICIPLES * len(names), "\n".join(wrong)
