"""The reasons for a table and the faults of a seating, in sentences."""

from collections.abc import Sequence
from itertools import combinations

from games.errors import gettext_noop
from league.seating import quality
from league.seating.table_sizes import number_list
from league.seating.types import Inputs, Seeker, Sentence

ALONE = gettext_noop("Plays alone. Rank {places}.")
FIRST_OF_TWO = gettext_noop("First meeting. Ranks {places}.")
FIRST = gettext_noop("First meeting of all {count}. Ranks {places}.")
FIRST_SHORT = gettext_noop(
    "A short table of {count}, all meeting for the first time. Short tables per player here, including "
    "this one: at most {most}. Ranks {places}."
)
AGAIN = gettext_noop("{a_id} and {b_id} meet again (meeting {time}). Ranks {places}.")
AGAIN_MANY = gettext_noop("{pairs} pairs meet again, {a_id} and {b_id} most often (meeting {time}). Ranks {places}.")
AGAIN_BEST = gettext_noop(
    "{a_id} and {b_id} meet again (meeting {time}). No swap of two players would be better. Ranks {places}."
)
AGAIN_MANY_BEST = gettext_noop(
    "{pairs} pairs meet again, {a_id} and {b_id} most often (meeting {time}). No swap of two players "
    "would be better. Ranks {places}."
)
APART = gettext_noop("{a_id} and {b_id} should be kept apart but sit together.")
APART_BEST = gettext_noop("{a_id} and {b_id} should be kept apart, but no swap of two players would separate them.")
SIZE = gettext_noop("Table {table} seats {count}, but only {sizes} are allowed.")
TOO_MANY_OUT = gettext_noop("Byes: {out}, although {needed} would be enough.")
TOO_OFTEN = gettext_noop(
    "{a_id} and {b_id} meet again (meeting {time}). In the automatic draw, no pair has more meetings than {most}."
)
OUT_BEFORE_OTHERS = gettext_noop(
    "{who_id} has a bye after an earlier bye or a win without play, although others have had neither."
)
OUT_AGAIN = gettext_noop("{who_id} has a bye twice in a row, which could be avoided.")


def table_reason(inputs: Inputs, table: Sequence[Seeker], *, best: bool) -> Sentence:
    """The reason for a table. *best*: no exchange of two players would improve the round."""
    places = quality.place_ranges(table)
    if forbidden := quality.forbidden_pairs(inputs, [table]):
        one, two = forbidden[0]
        return Sentence(APART_BEST if best else APART, {"a_id": one.id, "b_id": two.id})
    if again := quality.repeats([table]):
        one, two = max(again, key=lambda pair: quality.times_met(*pair))
        params: dict[str, str | int] = {
            "a_id": one.id,
            "b_id": two.id,
            "time": quality.times_met(one, two) + 1,
            "places": places,
        }
        if len(again) == 1:
            return Sentence(AGAIN_BEST if best else AGAIN, params)
        return Sentence(AGAIN_MANY_BEST if best else AGAIN_MANY, {"pairs": len(again), **params})
    if len(table) == 1:
        return Sentence(ALONE, {"places": places})
    if len(table) == inputs.preferred == 2:
        return Sentence(FIRST_OF_TWO, {"places": places})
    if len(table) < inputs.preferred:
        most = 1 + max(seeker.short for seeker in table)
        return Sentence(FIRST_SHORT, {"count": len(table), "most": most, "places": places})
    return Sentence(FIRST, {"count": len(table), "places": places})


def complaints(
    inputs: Inputs, tables: Sequence[Sequence[Seeker]], out: Sequence[Seeker], needed: int
) -> tuple[Sentence, ...]:
    """The faults of a seating. *needed* is the number of byes that the field requires."""
    found = [
        Sentence(SIZE, {"table": number, "count": len(table), "sizes": number_list(inputs.sizes)})
        for number, table in enumerate(tables, start=1)
        if len(table) not in inputs.sizes
    ]
    found += [Sentence(APART, {"a_id": a.id, "b_id": b.id}) for a, b in quality.forbidden_pairs(inputs, tables)]
    if len(out) > needed:
        found.append(Sentence(TOO_MANY_OUT, {"out": len(out), "needed": needed}))
    rested = sum(inputs.round - 1 not in seeker.sat_out for seeker in inputs.seekers)
    if rested >= needed:
        again = [one for one in out if inputs.round - 1 in one.sat_out]
        found += [Sentence(OUT_AGAIN, {"who_id": one.id}) for one in again]
    else:
        again = []
    if not inputs.algorithm.startswith("round-robin"):  # its schedule gives the byes
        early = [one for one in _byes_before_others(inputs, out) if one not in again]
        found += [Sentence(OUT_BEFORE_OTHERS, {"who_id": one.id}) for one in early]
    return tuple(found)


def meetings_complaint(tables: Sequence[Sequence[Seeker]], most: int) -> list[Sentence]:
    """The pair at one table that meets most often, if that is more often than the *most* of another draw."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    one, two = max(pairs, key=lambda pair: quality.times_met(*pair), default=(None, None))
    if one is None or two is None or (time := quality.times_met(one, two) + 1) <= max(most, 1):
        return []
    return [Sentence(TOO_OFTEN, {"a_id": one.id, "b_id": two.id, "time": time, "most": most})]


def _byes_before_others(inputs: Inputs, out: Sequence[Seeker]) -> list[Seeker]:
    """Seekers with a bye who have had one or won without play, if others who play have had neither."""
    ids = {seeker.id for seeker in out}
    others = any(not seeker.idle for seeker in inputs.seekers if seeker.id not in ids)
    return [seeker for seeker in out if seeker.idle and others]
