"""The running code and its source, independent of the names of modules and classes."""

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.paths import ROOT

NOT_SERVED = {"tests", "bench"}  # packages beside those of the service
LEFT_OUT = re.compile(r".*\.(__main__|migrations(\..*)?)")  # what acts when imported, and what may be squashed


@cache
def packages() -> list[str]:
    """The packages of the service."""
    return sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - NOT_SERVED)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in packages()


@cache
def values() -> list[object]:
    """Everything that the service's modules define or import. Imports them all."""
    for package in packages():
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not LEFT_OUT.fullmatch(module.name):
                importlib.import_module(module.name)
    ours = [module for name, module in sys.modules.items() if _is_ours(name)]
    return [value for module in ours for value in vars(module).values()]


def subclasses(base: type) -> set[type]:
    """Every subclass of *base* in the service."""
    values()
    found, waiting = set(), [base]
    while waiting:
        below = set(waiting.pop().__subclasses__()) - found
        found |= below
        waiting += below
    return {each for each in found if _is_ours(each.__module__)}


@cache
def sources(*only: str) -> dict[Path, str]:
    """The source of the service's Python files, without migrations, optionally of the packages *only*."""
    files = [path for package in only or packages() for path in (ROOT / package).rglob("*.py")]
    scripts = [] if only else [ROOT / "manage.py", ROOT / "ludex"]
    return {path: path.read_text() for path in [*files, *scripts] if "migrations" not in path.parts}


def matches(pattern: str, *only: str) -> set[str]:
    """The group of *pattern* in all its matches in those files."""
    return {match for text in sources(*only).values() for match in re.findall(pattern, text)}


def calls(name: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Calls of matching functions in a file's *text*: the name and every string argument."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if re.fullmatch(name, called):
                yield called, list(_strings(node))


def _strings(call: ast.Call) -> Iterator[str]:
    for argument in [*call.args, *(each.value for each in call.keywords)]:
        for node in argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def keys(beside: str) -> set[str]:
    """All keys of dictionaries in those files of league that contain *beside*."""
    trees = [ast.parse(text) for text in sources("league").values() if beside in text]
    written = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    return {str(key.value) for each in written for key in each.keys if isinstance(key, ast.Constant)}
