"""Encodings of files as forms offer them."""

from django.utils.translation import gettext_lazy

from league.clubs.people_import.preview import ImportPreview

ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "cp1252": gettext_lazy("Windows-1252 (Western European)"),
    "cp1251": gettext_lazy("Windows-1251 (Cyrillic)"),
    "cp1250": gettext_lazy("Windows-1250 (Central European)"),
    "iso-8859-2": gettext_lazy("ISO 8859-2 (Central European)"),
    "iso-8859-15": gettext_lazy("ISO 8859-15 (Western European)"),
    "mac-roman": "Mac Roman",
    "koi8-r": "KOI8-R",
    "cp866": gettext_lazy("DOS 866 (Cyrillic)"),
}


def encoding_choices(plan: ImportPreview) -> list[tuple[str, str, list[str]]]:
    """The encodings between which a person has to decide: their codes and names, and lines of the file in each."""
    return [(each.encoding, str(ENCODING_NAMES[each.encoding]), each.sample) for each in plan.encodings]
