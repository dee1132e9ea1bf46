"""House rules about names, folders and the size of modules, as far as a machine can check them."""

import ast
from collections import Counter
from functools import cache

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
MOST_MODULES = 15  # in a folder
MOST_LINES = 400  # of a module
FEW_LINES = 40  # a module with fewer needs a reason …
MOST_SMALL = 46  # … which so many have: Django demands them, or each is an idea of its own that others import
TIMES = ("datetime", "float", "int")


def modules(package):
    return [path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts]


def every_module():
    return [path for package in PACKAGES for path in modules(package) if path.name != "__init__.py"]


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name(path):
    return str(path.relative_to(ROOT))


def top_level(path, *kinds):
    return [node.name for node in tree(path).body if isinstance(node, kinds)]


def room(path):
    """The package in which a class name stands once: a concept of league, a game, else the whole package."""
    package, *inside = path.relative_to(ROOT).parts[:-1]
    return f"{package}/{inside[0]}" if package in ("league", "games") and inside else package


def is_participle_or_preposition(name):
    first = name.strip("_").split("_")[0].lower()
    regular = first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLES
    return regular or first in PREPOSITIONS or first in IRREGULAR_PARTICIPLES


def test_functions_are_called_by_verbs_and_nouns():
    names = [
        f"{name(path)}: {function}"
        for package in PACKAGES
        for path in modules(package)
        for function in top_level(path, ast.FunctionDef, ast.AsyncFunctionDef)
    ]

    wrong = [each for each in names if is_participle_or_preposition(each.rpartition(" ")[2])]

    assert len(wrong) <= MOST_PARTICIPLES * len(names), "\n".join(wrong)


def test_a_class_name_stands_once_in_a_package():
    names = Counter(
        (room(path), class_)
        for path in every_module()
        if "commands" not in path.parts  # Django asks for a Command in each
        for class_ in top_level(path, ast.ClassDef)
    )

    assert [each for each, count in names.items() if count > 1] == []


def test_a_folder_holds_no_more_modules_than_a_reader_sees_at_once():
    folders = Counter(name(path.parent) for path in every_module())

    assert [folder for folder, count in folders.items() if count > MOST_MODULES] == []


def test_no_module_repeats_the_name_of_its_folder():
    assert [name(path) for path in every_module() if path.stem.startswith(f"{path.parent.name.rstrip('s')}_")] == []


def test_modules_are_neither_long_nor_crumbs():
    lines = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in every_module()}

    small = [each for each, count in lines.items() if count < FEW_LINES and "commands" not in each]

    assert [each for each, count in lines.items() if count > MOST_LINES] == []
    assert len(small) <= MOST_SMALL, "\n".join(small)


def test_now_is_a_time():
    wrong = [
        f"{name(path)}:{node.lineno}"
        for path in every_module()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.arg) and node.arg == "now"
        if not node.annotation or not any(time in ast.unparse(node.annotation) for time in TIMES)
    ]

    assert wrong == []
