"""Names: which are valid, how they are compared, and labels of namesakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.common.errors import BadName
from league.common.names import (
    LONGEST_KEY,
    check_name,
    distinct_name,
    mark_of,
    name_key,
    normalize_title,
    pseudonym,
    split_name,
)


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b", "\u2060\u00ad", "\u0301", "a|b", "a;b", "a\nb", "\x00", "17", "\u3164", "a\u202eb"]
)
def test_invisible_control_or_reversing_characters_are_refused_in_names(name):
    with pytest.raises(BadName):
        check_name(name)


@pytest.mark.parametrize(
    "hidden",
    [*"\u200b\u00ad\u034f\u2060\u206a\ufeff\ufff9\ufffe\ufdd0\U0010ffff\U000e0041\u1160\u2028\u2029"],
)
def test_invisible_characters_that_no_script_needs_are_refused_in_names(hidden):
    with pytest.raises(BadName) as refused:
        check_name(f"Zora Quil{hidden}l")

    assert str(refused.value.params["why"]) == f"it contains U+{ord(hidden):04X}, which is invisible"


@pytest.mark.parametrize("hidden", ["\u200e", "\u200f", "\u200c", "\u200d", "\u200b", "\ufe0f", "\u00ad", "\U000e0041"])
def test_names_that_look_the_same_are_equal(hidden):
    assert name_key(f"Zora{hidden} Quil{hidden}l{hidden}") == name_key("Zora Quill")


def test_an_empty_braille_cell_counts_as_a_space():
    assert name_key("Zora\u2800Quill") == name_key("Zora Quill")


@pytest.mark.parametrize("name", ["علی\u200cرضا", "ശ്രീ\u200d", "क्\u200dष", "👩\u200d🚀", "❤\ufe0f", "葛\U000e0100城"])
def test_joiners_and_variants_that_scripts_need_are_kept(name):
    assert normalize_title(name) == name


@pytest.mark.parametrize("name", ["Анна Петрова", "O’Neill", "=1+1", "李小龍", "🎲", "محمد", "Ё", "\u200fשרה"])
def test_other_unicode_is_kept_as_typed(name):
    assert check_name(f" {name} ") == name


def test_names_in_the_log_are_in_normal_form():
    assert normalize_title(" Cafe\u0301 ") == "Caf\u00e9"


def test_a_club_number_is_not_a_name():
    assert check_name("0017", number=True) == "0017"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Пётр", "ПЕТР"), ("Straße", "STRASSE"), ("Zoe\u0308", "Zoë"), (" Anna  Maria ", "anna maria"), ("Ａnna", "Anna")],
)
def test_names_are_compared_as_readers_see_them(one, other):
    assert name_key(one) == name_key(other)


@given(st.text(max_size=200))
def test_folding_is_stable_and_bounded(name):
    once = name_key(name)

    assert len(once) <= LONGEST_KEY
    assert name_key(once)[:100] == once[:100]


def test_a_name_with_its_label_can_be_split_again():
    assert split_name(distinct_name("Анна (мл.)", "12")) == ("Анна (мл.)", "12")
    assert [split_name(name) for name in ("Анна", "(12)", "Анна (12", "Анна(12)")] == [None] * 4


def test_a_pseudonym_is_found_by_its_mark():
    assert [mark_of(str(pseudonym("3F2A"))), mark_of("Анна")] == ["3F2A", None]
