"""Whether text can be read in both colour schemes."""

import re
from pathlib import Path

import pytest

SHEETS = Path(__file__).parents[2] / "web/static/web"
STYLE = "".join((SHEETS / f"{name}.css").read_text(encoding="utf-8") for name in ("core", "rulings", "tables", "ludex"))
PAPER = {"#000", "#fff", "#888"}  # black on white, whatever the screen has
TOKENS, REST = STYLE.split("@layer base {")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#\w{3,6})", block)) for block in re.findall(r":root[^{]* \{(.*?)\}", TOKENS, re.S)
)
GROUNDS = ("paper", "raised", "sunk")
TONES = ("good", "warn", "bad", "info")


@pytest.mark.parametrize("scheme", [LIGHT, LIGHT | DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("colour", "grounds"),
    [
        ("ink", (*GROUNDS, "soft", *(f"{tone}-soft" for tone in TONES), *(f"h{step}" for step in range(1, 7)))),
        ("muted", (*GROUNDS, "soft")),
        ("accent", (*GROUNDS, "soft")),
        ("on-accent", ("accent", "press")),
        *((tone, ("raised", "paper", f"{tone}-soft")) for tone in TONES),
    ],
)
def test_text_stands_out_from_what_it_stands_on(scheme, colour, grounds):
    assert {ground: contrast(scheme[colour], scheme[ground]) >= 4.5 for ground in grounds} == dict.fromkeys(
        grounds, True
    )


@pytest.mark.parametrize("scheme", [LIGHT, LIGHT | DARK], ids=["light", "dark"])
def test_the_edges_of_controls_stand_out(scheme):
    assert min(contrast(scheme["edge"], scheme[ground]) for ground in (*GROUNDS, "soft")) >= 3


def test_the_hues_of_pieces_stand_out_from_their_face():
    boards = (SHEETS / "boards.css").read_text(encoding="utf-8")
    (face,) = re.findall(r"--face: (#\w+)", boards)
    hues = dict(re.findall(r":is\(i, button\)\.(\w+) \{ color: (#\w+)", boards))

    assert [*hues] == ["red", "blue", "black", "orange", "violet", "yellow", "green"]
    assert {hue: contrast(colour, face) >= 4.5 for hue, colour in hues.items()} == dict.fromkeys(hues, True)


def test_colours_are_tokens():
    assert set(re.findall(r"#\w{3,6}\b", REST)) <= PAPER


def contrast(one, other):
    """The contrast ratio of two colours, WCAG 2.2."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    digits = colour.removeprefix("#")
    full = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    red, green, blue = (int(full[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )
