"""The message catalogue: every message that the code marks, with its Russian translation.

`./ludex python -m tests.catalogue` updates it (docs/translating.md). This needs Babel, which only development has.
The service reads the compiled file.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tests.paths import ROOT

PACKAGES = ("games", "verify", "league", "api", "web", "tasks")
FOLDER = ROOT / "web" / "locale" / "ru" / "LC_MESSAGES"
SOURCE, COMPILED = FOLDER / "django.po", FOLDER / "django.mo"
KEYWORDS = {
    "gettext": (1,),
    "gettext_noop": (1,),
    "gettext_lazy": (1,),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "Phrase": (1,),
    "count_phrase": (1, 2),
}
Found = tuple[str | tuple[str, ...], list[str], str | None]  # message, comments, context


def code_messages() -> Catalog:
    """Every message that the code marks, without translations."""
    catalog = Catalog(project="Ludex")
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.[ph][yt]*")):
            place = [(path.relative_to(ROOT).as_posix(), 1)]
            for message, comments, context in _messages(path):
                catalog.add(message, locations=place, auto_comments=comments, context=context)
    return catalog


def _messages(path: Path) -> Iterator[Found]:
    if path.suffix == ".py":
        method, source = extract_python, path.read_bytes()
    elif path.suffix == ".html":
        method, source = extract_python, _as_python(path.read_text(encoding="utf-8"))
    else:
        return
    encoding = {"encoding": "utf-8"}
    for _, message, comments, context in extract(method, BytesIO(source), KEYWORDS, options=encoding):  # type: ignore[arg-type]
        yield message, comments, context


def _as_python(template: str) -> bytes:
    """The Python source that Django derives from a template, without its indentation, which is not valid Python."""
    return "\n".join(line.strip() for line in templatize(template).splitlines()).encode()


def read_catalogue() -> Catalog:
    """The Russian catalogue as stored."""
    with SOURCE.open("rb") as file:
        return read_po(file, locale="ru", abort_invalid=True)


def update_catalogue() -> Catalog:
    """The stored catalogue with the messages of today's code: new ones are empty, unused ones dropped."""
    catalog = read_catalogue()
    catalog.update(code_messages(), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def po_file(catalog: Catalog) -> bytes:
    """The text file. It has no line numbers, so moving code does not change it."""
    text = BytesIO()
    write_po(text, catalog, width=120, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    return text.getvalue()


def mo_file(catalog: Catalog) -> bytes:
    """The compiled file, which the service reads."""
    binary = BytesIO()
    write_mo(binary, catalog)
    return binary.getvalue()


if __name__ == "__main__":
    current = update_catalogue()
    SOURCE.write_bytes(po_file(current))
    COMPILED.write_bytes(mo_file(current))
    missing = [message.id for message in current if message.id and not message.string]
    sys.exit("\n".join(["Not translated:", *map(str, missing)]) if missing else None)
