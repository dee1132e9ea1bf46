"""The players whom the names of a record mean: certain ones, new ones, and those about whom people have to decide."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.errors import Phrase, quote
from league.clubs.errors import BadPlayerChoice, NamesUnclear
from league.clubs.models import Player
from league.clubs.people_import.matching import MOST_CANDIDATES
from league.clubs.people_import.similarity import NameIndex
from league.clubs.players import add_players, lock_club
from league.clubs.queries import names_of
from league.common.names import mark_of, name_key, split_name
from league.common.translation import translate

NEW = "new"
Choices = Sequence[str | None]  # by seat: a player's id, `NEW`, or None where the name decides


@dataclass(frozen=True, slots=True)
class _Candidate:
    player: str
    why: Phrase


@dataclass(frozen=True, slots=True)
class NamedCandidate:
    """A player whom a name may mean, and why."""

    player: str
    name: str
    why: Phrase


@dataclass(frozen=True, slots=True)
class NameMatch:
    """What is known of a name of a record: the player it certainly means, else those it may mean. None: a new one."""

    name: str
    player: str | None
    candidates: tuple[NamedCandidate, ...]


def match_names(club_id: UUID | str, names: Sequence[str]) -> list[NameMatch]:
    """Which players of the club the names of a record mean, before anybody decides or is added."""
    known = list(Player.objects.filter(club_id=club_id).order_by("id"))
    found, doubts = _match(known, names, [None] * len(names))
    shown = names_of([each.player for candidates in doubts.values() for each in candidates])
    return [
        NameMatch(
            name,
            None if found[seat] == NEW else found[seat],
            tuple(NamedCandidate(each.player, shown[each.player], each.why) for each in doubts.get(seat, ())),
        )
        for seat, name in enumerate(names)
    ]


def find_or_add_players(club_id: UUID | str, names: Sequence[str], choices: Choices = ()) -> tuple[str, ...]:
    """Player ids for the names of a record. Equal names are different people, and new ones are added to the club.

    A name means a player if it is the name, or the name and label, of exactly that player, or of somebody who was
    merged into them. A name that resembles nobody's in the club is a new player. Otherwise *choices* decide.

    Raises `NamesUnclear` with the candidates, and `BadPlayerChoice`.
    """
    lock_club(club_id)  # others who add the same names wait, then find them
    known = list(Player.objects.filter(club_id=club_id).order_by("id"))
    chosen = _check_choices(known, names, choices)
    found, doubts = _match(known, names, chosen)
    if doubts:
        raise _question(names, doubts)
    new = {seat: Player(name=names[seat]) for seat, player in enumerate(found) if player == NEW}
    add_players(club_id, list(new.values()))
    return tuple(str(new[seat].pk) if seat in new else player for seat, player in enumerate(found))


def _check_choices(known: Sequence[Player], names: Sequence[str], choices: Choices) -> list[str | None]:
    """The choice for each seat. Raises `BadPlayerChoice`."""
    if len(choices) > len(names):
        raise BadPlayerChoice(seat=len(names), why=Phrase("the record has no such seat"))
    there = {str(player.pk) for player in known if not player.mark and player.merged_into_id is None}
    chosen = [choice or None for choice in (*choices, *[None] * (len(names) - len(choices)))]
    for seat, choice in enumerate(chosen):
        if choice is None or choice == NEW:
            continue
        if choice not in there:
            raise BadPlayerChoice(seat=seat, why=Phrase("the club has no player {id}", id=choice))
        if choice in chosen[:seat]:
            raise BadPlayerChoice(seat=seat, why=Phrase("seat {seat} has the same player", seat=chosen.index(choice)))
    return chosen


def _match(
    known: Sequence[Player], names: Sequence[str], chosen: Sequence[str | None]
) -> tuple[list[str], dict[int, list[_Candidate]]]:
    """By seat the player's id or `NEW`, and the candidates of seats for which it is not certain."""
    person = {str(player.pk): str(player.merged_into_id or player.pk) for player in known}
    labelled = {seat: _find_by_label(known, name) for seat, name in enumerate(names) if chosen[seat] is None}
    taken = {player for player in (*chosen, *labelled.values()) if player is not None}
    free = [player for player in known if not player.mark and person[str(player.pk)] not in taken]
    index = NameIndex([player.name for player in free])
    asking = Counter(name_key(name) for seat, name in enumerate(names) if not (chosen[seat] or labelled[seat]))
    found, doubts = [], {}
    for seat, name in enumerate(names):
        same = list(dict.fromkeys(person[str(player.pk)] for player in free if player.key == name_key(name)))
        certain = chosen[seat] or labelled[seat] or (same[0] if len(same) == asking[name_key(name)] == 1 else None)
        candidates = [_Candidate(player, Phrase("the same name")) for player in same]
        alike = {person[str(free[number].pk)]: why for number, why in index.to(name)}
        candidates += [_Candidate(player, why) for player, why in alike.items() if player not in same]
        if certain is None and candidates:
            doubts[seat] = candidates[:MOST_CANDIDATES]
        found.append(certain or NEW)
    return found, doubts


def _find_by_label(known: Sequence[Player], shown: str) -> str | None:
    """The player who is shown with this label, because others have the same name or because the person was erased."""
    mark, parts = mark_of(shown), split_name(shown)
    if mark is not None:
        found = [player for player in known if player.mark == mark]
    elif parts is not None and not any(player.key == name_key(shown) for player in known):
        name, label = map(name_key, parts)
        found = [player for player in known if player.key == name and name_key(_label(player)) == label]
    else:
        return None
    people = {str(player.merged_into_id or player.pk) for player in found}
    return people.pop() if len(people) == 1 else None


def _label(player: Player) -> str:
    return player.note or str(player.number)


def _question(names: Sequence[str], doubts: Mapping[int, Sequence[_Candidate]]) -> NamesUnclear:
    shown = names_of([each.player for candidates in doubts.values() for each in candidates])
    seats = [
        {
            "seat": seat,
            "name": names[seat],
            "candidates": [
                {
                    "player": each.player,
                    "name": shown[each.player],
                    "why": translate("{words}", {"words": each.why}),
                }
                for each in candidates
            ],
        }
        for seat, candidates in doubts.items()
    ]
    return NamesUnclear(seats, ", ".join(quote(names[seat]) for seat in doubts))
