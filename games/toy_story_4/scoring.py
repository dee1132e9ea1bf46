"""The score of a game (rules 8), and the checks of a result without its moves (rules 11)."""

from collections.abc import Iterable, Sequence

from games.engine import Score, Stated
from games.errors import FormError, Phrase, ResultDiffers
from games.result_form import ResultForm
from games.toy_story_4.cards import RIGHT, Card, Row
from games.toy_story_4.options import Options
from games.toy_story_4.position import Position
from games.toy_story_4.shelves import Lying

END = "end"


def ending(points: Sequence[int]) -> str:
    """The one way in which the game ends."""
    return END


RESULT_FORM = ResultForm(ending=ending)


def seat_points(position: Position, seat: int) -> int:
    """The points of *seat* if the game ended now: its collection, and the counting cards of unfinished shelves."""
    cards = [*position.collections[seat]]
    for shelf in position.own(seat):
        if shelf is not None:
            cards += counting_cards(shelf)
    return worth(cards)


def counting_cards(shelf: Lying) -> Row:
    """The cards of an unfinished shelf that count: face-up ones, except for toys at an end."""
    toys, edge, side, down = shelf
    if edge is None:
        return toys[1:-1]
    inner = toys[1:] if side == RIGHT else toys[:-1]
    return inner if down else (*inner, edge)


def worth(cards: Iterable[Card]) -> int:
    return sum([card.points for card in cards])


def final_score(points: tuple[int, ...]) -> Score:
    """The score where each seat has *points*: the most win, ties share."""
    best = max(points)
    return Score(points, tuple(seat for seat, each in enumerate(points) if each == best), END)


def result_score(options: Options, stated: Stated) -> Score | None:
    """The score of a game from a stated result. None while the points are missing."""
    for key in stated.extra:
        what = Phrase("{key}: a Toy Story 4 result has only points and a reason.", key=key)
        raise FormError(what=what, culprit=key)
    if stated.points is None:
        return None
    for seat, each in enumerate(stated.points):
        if each < 0:
            why = Phrase("seat {seat} has {points} points, but no card is worth less than 0", seat=seat, points=each)
            raise ResultDiffers(why=why)
    total, most = sum(stated.points), options.cards.points
    if total > most:
        deck = options.cards.deck.id
        why = Phrase(
            "the total of {total} points exceeds the {most} in the deck {deck}", total=total, most=most, deck=deck
        )
        raise ResultDiffers(why=why)
    return final_score(stated.points)
