"""The message catalogue: what people are told, found in the code, with its Russian translation beside it.

`./ludex python -m web.catalogue` brings the catalogue up to date (docs/translating.md). It needs Babel, which only
development has; the service reads the compiled file alone.
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

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "verify", "league", "api", "web")
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


def found() -> Catalog:
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
    """A template as Python would say the same, which is what Django makes of it; only the indents are not Python's."""
    return "\n".join(line.strip() for line in templatize(template).splitlines()).encode()


def translated() -> Catalog:
    """The Russian catalogue as it is stored."""
    with SOURCE.open("rb") as file:
        return read_po(file, locale="ru", abort_invalid=True)


def updated() -> Catalog:
    """The Russian catalogue with the messages that the code has now: new ones are empty, others are gone."""
    catalog = translated()
    catalog.update(found(), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def written(catalog: Catalog) -> bytes:
    """The text that is stored; line numbers are left out, so that moved code changes nothing."""
    text = BytesIO()
    write_po(text, catalog, width=120, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    return text.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """What the service reads."""
    binary = BytesIO()
    write_mo(binary, catalog)
    return binary.getvalue()


if __name__ == "__main__":
    now = updated()
    SOURCE.write_bytes(written(now))
    COMPILED.write_bytes(compiled(now))
    missing = [message.id for message in now if message.id and not message.string]
    sys.exit("\n".join(["Not translated:", *map(str, missing)]) if missing else None)
