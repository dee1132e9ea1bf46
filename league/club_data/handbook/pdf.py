"""A handbook as PDF: A4, with page numbers, in a font with Latin and Cyrillic letters that the file contains.

The same handbook has the same bytes: nothing in it comes from the clock.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.translation import gettext

from league.club_data.handbook.content import Grid, Handbook, Heading, Lines, season_handbook
from league.club_data.locales import owner_club
from league.clubs.locales import find_zone
from league.common.actor import Actor
from league.common.sheets import SheetFile
from league.common.translation import moment_text

if TYPE_CHECKING:
    from fpdf import FPDF

NAME = "handbook.pdf"
FONT = "PT Sans"
TITLE, PART, SECTION, TEXT, SMALL = 22, 16, 13, 10, 8  # points
SIZES = {1: PART, 2: SECTION, 3: TEXT}
FIGURE_WIDTH = 20  # millimetres


def handbook_file(league_id: str, number: int, actor: Actor) -> SheetFile:
    """The handbook of a season as the reader may see it, in the language and zone of its club. Raises `Unknown`."""
    club = owner_club("league", league_id)
    with timezone.override(find_zone(club.zone)), translation.override(club.language or translation.get_language()):
        return SheetFile(NAME, "application/pdf", handbook_pdf(season_handbook(league_id, number, actor), club.name))


def handbook_pdf(handbook: Handbook, club: str) -> bytes:
    pdf = _new_pdf(f"{handbook.league} · {handbook.season}")
    pdf.set_creation_date(handbook.made)
    pdf.set_title(f"{handbook.league} · {handbook.season}")
    pdf.set_lang(translation.get_language())
    pdf.add_page()
    _write(pdf, handbook.league, TITLE, bold=True)
    _write(pdf, handbook.season, PART, bold=True)
    for line in (club, handbook.game, gettext("As of {moment}").format(moment=moment_text(handbook.made))):
        _write(pdf, line, TEXT)
    for part in handbook.parts:
        match part:
            case Heading(text, level):
                _head(pdf, text, level)
            case Lines(texts):
                for text in texts:
                    _write(pdf, text, TEXT)
            case Grid():
                _draw_grid(pdf, part)
    return bytes(pdf.output())


def _new_pdf(running: str) -> "FPDF":
    from fpdf import FPDF  # takes half a second, which only handbooks need

    class Pages(FPDF):
        def footer(self) -> None:
            self.set_y(-15)
            self.set_font(FONT, size=SMALL)
            page = gettext("Page {page} of {pages}").format(page=self.page_no(), pages="{nb}")
            self.cell(self.epw / 2, 8, running)
            self.cell(self.epw / 2, 8, page, align="R")

    pdf = Pages(format="A4")
    pdf.set_auto_page_break(auto=True, margin=20)
    for style, path in _fonts():
        pdf.add_font(FONT, style, path)
    return pdf


@cache
def _fonts() -> Sequence[tuple[str, Path]]:
    import fontpkg

    return [("", fontpkg.path(FONT, weight=400)), ("B", fontpkg.path(FONT, weight=700))]


def _head(pdf: "FPDF", text: str, level: int) -> None:
    if level == 1 and pdf.get_y() > pdf.t_margin + 60:
        pdf.add_page()
    pdf.ln(4 if level == 3 else 7)
    pdf.start_section(text, level - 1)
    _write(pdf, text, SIZES[level], bold=True)


def _write(pdf: "FPDF", text: str, size: int, *, bold: bool = False) -> None:
    pdf.set_font(FONT, "B" if bold else "", size)
    pdf.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT")


def _draw_grid(pdf: "FPDF", grid: Grid) -> None:
    """A table whose heading comes again on each page."""
    pdf.set_font(FONT, size=TEXT)
    pdf.ln(2)
    figures = len(grid.heading) - len(grid.named)
    wide = (pdf.epw - figures * FIGURE_WIDTH) / len(grid.named)
    widths = [wide if number in grid.named else FIGURE_WIDTH for number in range(len(grid.heading))]
    aligns = ["LEFT" if number in grid.named else "RIGHT" for number in range(len(grid.heading))]
    with pdf.table(
        col_widths=tuple(widths), text_align=tuple(aligns), borders_layout="HORIZONTAL_LINES", line_height=5.5
    ) as table:
        for row in (grid.heading, *grid.rows):
            table.row(row)
    pdf.ln(3)
