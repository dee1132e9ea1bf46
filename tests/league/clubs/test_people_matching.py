"""Matching the people of a list with the players of a club."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.clubs.people_import.matching import NOBODY, KnownPlayer, RowKind, gains, verdicts
from league.clubs.people_import.reader import PersonRow
from league.clubs.people_import.similarity import NameIndex


def judged(rows, known=(), added=NOBODY):
    """Kind, and player or candidates, of each row; rows are given as fields, lines are counted from 1."""
    found = verdicts([PersonRow(line, **fields) for line, fields in enumerate(rows, 1)], known, added)
    return [
        (each.kind.value, each.player or [other.player or other.line for other in each.candidates]) for each in found
    ]


def alike(one, other):
    return [str(why) for _, why in NameIndex([one]).to(other)]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Анна Петрова", "Петрова Анна", "the same name"),
        ("Пётр Ёлкин", "ПЕТР  ЕЛКИН", "the same name"),
        ("Jean-Luc Picard", "picard jean luc", "the same name"),
        ("Анна Петрова", "Петрова А.", "one name may be short for the other"),
        ("Анна Ивановна Петрова", "Анна Петрова", "one name may be short for the other"),
        ("Анна Петрова", "Анна Петрва", "almost the same name"),
        ("Наталья Цой", "Наталия Цой", "almost the same name"),
        ("Максим", "Максимм", "almost the same name"),
    ],
)
def test_these_names_may_belong_to_one_person(one, other, why):
    assert (alike(one, other), alike(other, one)) == ([why], [why])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Анна Петрова", "Анна Смирнова"),
        ("Анна Петрова", "Борис Петров"),
        ("Анна", "Анна Петрова"),
        ("Пётр Цой", "Павел Цой"),
        ("А. П.", "А. С."),
        ("Ян", "Яна"),
        ("李", "王"),
    ],
)
def test_these_names_belong_to_different_people(one, other):
    assert (alike(one, other), alike(other, one)) == ([], [])


def test_everybody_is_new_to_an_empty_club():
    assert judged([{"name": "Анна"}, {"name": "Борис"}]) == [("new", []), ("new", [])]


def test_the_same_name_means_the_same_player_unless_something_contradicts_it():
    known = [KnownPlayer("a", "Анна Петрова", email="a@x.org", club_number="1", username="anna")]

    assert judged([{"name": "АННА  петрова"}], known) == [("same", "a")]
    assert judged([{"name": "Анна Петрова", "email": "A@X.ORG"}], known) == [("same", "a")]
    assert judged([{"name": "Анна Петрова", "email": "b@x.org"}], known) == [("perhaps", ["a"])]
    assert judged([{"name": "Анна Петрова", "note": "мл."}], known) == [("perhaps", ["a"])]
    assert judged([{"name": "Анна Петрова", "club_number": "2"}], known) == [("new", [])]
    assert judged([{"name": "Анна Петрова", "username": "other"}], known) == [("new", [])]


def test_a_number_or_an_account_outweighs_a_name():
    known = [KnownPlayer("a", "Анна", club_number="1"), KnownPlayer("b", "Вера", username="vera")]
    rows = [{"name": "Vera P.", "username": "vera"}, {"name": "Anna P.", "club_number": "1"}]

    assert judged(rows, known) == [("same", "b"), ("same", "a")]


def test_a_number_and_an_account_of_different_players_contradict_each_other():
    known = [KnownPlayer("a", "Анна", club_number="1"), KnownPlayer("b", "Вера", username="vera")]

    (verdict,) = verdicts([PersonRow(1, "Анна", club_number="1", username="vera")], known)

    assert (verdict.kind, verdict.fault) == (RowKind.FAULTY, "the number and the account belong to different players")


def test_namesakes_are_matched_only_if_the_list_has_all_of_them():
    known = [KnownPlayer("a", "Анна"), KnownPlayer("b", "Анна")]
    anna = {"name": "Анна"}

    assert judged([anna, anna], known) == [("same", "a"), ("same", "b")]
    assert judged([anna], known) == [("perhaps", ["a", "b"])]
    assert judged([anna, anna, anna], known) == [("same", "a"), ("same", "b"), ("perhaps", [1])]


def test_a_player_added_by_a_line_is_found_again_for_that_line():
    known = [KnownPlayer("a", "Boris"), KnownPlayer("b", "Boris"), KnownPlayer("c", "Boris")]

    assert judged([{"name": "Boris"}, {"name": "Boris"}], known, {1: "c"}) == [
        ("same", "c"),
        ("perhaps", ["a", "b", 1]),
    ]


def test_an_address_tells_namesakes_apart_and_suggests_a_match():
    known = [
        KnownPlayer("a", "Анна", email="a@x.org"),
        KnownPlayer("b", "Анна", email="b@x.org"),
        KnownPlayer("c", "Глеб", email="c@x.org"),
    ]

    assert judged([{"name": "Анна", "email": "b@x.org"}], known) == [("same", "b")]
    assert judged([{"name": "Дина", "email": "C@x.org"}], known) == [("perhaps", ["c"])]


def test_a_repeated_name_in_a_list_needs_a_decision_unless_the_numbers_differ():
    anna = {"name": "Анна Цой"}

    assert judged([anna, anna]) == [("new", []), ("perhaps", [1])]
    assert judged([{**anna, "club_number": "1"}, {**anna, "club_number": "2"}]) == [("new", []), ("new", [])]
    assert judged([anna, {**anna, "note": "мл."}]) == [("new", []), ("new", [])]


def test_a_unique_value_is_faulty_the_second_time():
    rows = [{"name": "Анна", "club_number": "1"}, {"name": "Борис", "club_number": "1"}]

    assert [kind for kind, _ in judged(rows)] == ["new", "faulty"]


def test_a_known_player_gains_missing_values_and_keeps_the_others():
    row = PersonRow(1, "Анна", email="new@x.org", club_number="2", username="anna", note="мл.")

    assert gains(row, KnownPlayer("a", "Анна", email="old@x.org")) == ("club_number", "username")


NAMES = st.sampled_from(["Анна", "анна", "Анна Цой", "Цой Анна", "Анна Цойй", "Борис"])
PEOPLE = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "note": st.sampled_from(["", "мл."]),
        "email": st.sampled_from(["", "a@x.org", "b@x.org"]),
        "club_number": st.sampled_from(["", "1", "2"]),
    },
)


@given(st.lists(PEOPLE, max_size=8), st.lists(PEOPLE, max_size=8))
def test_no_player_matches_two_rows_and_new_players_are_known_the_next_time(rows, players):
    known, numbers = [], set()
    for place, fields in enumerate(players):
        if fields.get("club_number") not in numbers or not fields.get("club_number"):
            known.append(KnownPlayer(f"k{place}", **fields))
            numbers.add(fields.get("club_number"))
    people = [PersonRow(line, **fields) for line, fields in enumerate(rows, 1)]

    first = verdicts(people, known)
    same = [each.player for each in first if each.kind == RowKind.SAME]
    joined = [
        KnownPlayer(f"n{each.row.line}", each.row.name, each.row.note, each.row.email, each.row.club_number)
        for each in first
        if each.kind == RowKind.NEW
    ]
    again = verdicts(people, [*known, *joined])

    assert len(same) == len({*same})
    assert [each.row.line for each in first] == [row.line for row in people]
    assert not [each for each in again if each.kind == RowKind.NEW]
