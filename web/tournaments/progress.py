"""How far a tournament is, for those who run it: its people, its rounds, and the final ranking, as steps."""

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext

from league.tournaments.queries.detail import TournamentDetail
from league.tournaments.queries.next_steps import NextStep
from league.tournaments.queries.rounds import RoundDetail

START = ("enter", "start")
PLAY = ("level", "results", "table")  # steps that concern the round before the next one


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One step. `mark` stands in its circle, `more` is what it waits for."""

    state: Literal["done", "due", "later"]
    icon: str
    mark: str
    title: str
    more: str = ""


def list_progress(detail: TournamentDetail, step: NextStep, current: RoundDetail | None) -> list[ProgressStep]:
    """The steps of a tournament. Rounds to come are only known where the settings have a number for the one stage."""
    due = _due_round(step)
    stages = detail.settings.stages
    planned = (stages[0].rounds or 0) if len(stages) == 1 and step.step != "finish" else 0
    last = max(planned, *(each.number for each in detail.rounds), due or 0, 0)
    more = _waiting_text(step, current)
    rounds = [
        ProgressStep(_state(number, due), "", str(number), gettext("Round {round}").format(round=number), more)
        for number in range(1, last + 1)
    ]
    people = ProgressStep("due" if step.step in START else "done", "people", "", gettext("People"))
    final = ProgressStep("due" if step.step == "finish" else "later", "cup", "", gettext("Final ranking"))
    return [people, *rounds, final]


def _due_round(step: NextStep) -> int | None:
    """The round that waits for something: 0 before the first, None after the last."""
    if step.step == "finish":
        return None
    if step.step in START:
        return 0
    return step.round - 1 if step.step in PLAY else step.round


def _state(number: int, due: int | None) -> Literal["done", "due", "later"]:
    if due is None or number < due:
        return "done"
    return "due" if number == due else "later"


def _waiting_text(step: NextStep, current: RoundDetail | None) -> str:
    """What the round that is due waits for."""
    if step.step == "publish":
        return gettext("draft")
    if step.step != "results" or current is None:
        return ""
    all_ = len(current.tables)
    done = all_ - sum(each.round == current.number for each in step.lacking)
    return gettext("results {done}/{all}").format(done=done, all=all_)
