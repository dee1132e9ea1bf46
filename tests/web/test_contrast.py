"""Whether text can be read in both colour schemes."""

import re
from pathlib import Path

import pytest

STYLE = (Path(__file__).parents[2] / "web/static/web/ludex.css").read_text(encoding="utf-8")
BLACK = "#000"  # on paper
LIGHT, DARK = (dict(re.findall(r"--(\w+): #(\w{6})", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, re.S))


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("colour", ["ink", "accent", "note", "wrong"])
def test_text_stands_out_from_the_background(scheme, colour):
    assert min(contrast(scheme[colour], scheme[background]) for background in ("paper", "soft")) >= 4.5


def test_text_on_screens_has_colours_of_a_scheme_only():
    assert {found for found in re.findall(r"(?<!-)color: ([^;}]+)", STYLE) if not found.startswith("var(")} == {BLACK}


def contrast(one, other):
    """The contrast ratio of two colours, WCAG 2.2."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )
