"""CSV for spreadsheets: names are no formulas, and figures are no dates."""

import csv
import io
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.common.csv import csv_table, csv_text, escape_formula, unescape_formula


@pytest.mark.parametrize(
    "text",
    [
        "=cmd|'/c calc'!A0",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "\nx",
        "＝1",
        "\u200e=1",
        "\u2067 －1",
        "'=1",
        "Анна",
        "'",
        "",
    ],
)
def test_formulas_are_written_as_text_and_read_back(text):
    written = csv_text([["name", text, None, 7]])

    shown = unicodedata.normalize("NFKC", escape_formula(text).lstrip("\u200e\u2067 "))
    assert not shown.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert unescape_formula(escape_formula(text)) == (text if not text.startswith("'=") else "=1")
    assert written.startswith("name,")


def test_figures_are_decimals_and_no_dates():
    rows = [
        ["Anna", Fraction(11, 4), Fraction(1, 3), 2],
        ["Bob", Fraction(-1, 2), 5, None],
        ["Eva", Fraction(1, 2), 0, 1],
    ]

    text = csv_table(("name", "score", "share", "wins"), rows)

    assert text.split("\r\n") == [
        "name,score,share,share_exact,wins",
        "Anna,2.75,0.333333,'1/3,2",
        "Bob,-0.5,5,5,",
        "Eva,0.5,0,0,1",
        "",
    ]


@given(st.fractions(-1000, 1000, max_denominator=500))
def test_a_decimal_is_exact_or_has_the_exact_figure_beside_it(figure):
    heading, row = list(csv.reader(io.StringIO(csv_table(("score",), [[figure]]))))

    assert (len(heading) == 1) == (10**9 % figure.denominator == 0)  # a decimal states it exactly
    if len(heading) == 1:
        assert Fraction(row[0]) == figure
    else:
        assert row[1] == f"'{figure}"
        assert abs(Fraction(row[0]) - figure) <= Fraction(1, 2_000_000)
