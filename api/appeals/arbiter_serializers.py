"""What the addresses of an arbiter's view take and give."""

from typing import Any

from rest_framework import serializers

from api.fields import Input, Whole
from api.matches.serializers import LATEST, MoveInput

MOST_TRIED = 100  # moves of a line
WHEN = ("before", "after")
JUDGED_BY = "`everything`, or `public`: by what the whole table knows, where the reader may not see all of the game."


class ForkInput(Input):
    revision = Whole(min_value=1, max_value=LATEST)
    start = serializers.ChoiceField(
        choices=WHEN,
        default="after",
        help_text="Whether the line begins before the event or after it.",
    )
    moves = serializers.ListField(child=MoveInput(), max_length=MOST_TRIED)


class AdviceQuery(Input):
    when = serializers.ChoiceField(
        choices=WHEN, default="before", help_text="Whether the position before the event is meant or the one after it."
    )


class ClauseOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Of the refusal by which it is enforced.")
    rule = serializers.CharField(allow_null=True, help_text="Its number in the game's rules.")
    clause = serializers.DictField(
        child=serializers.CharField(), allow_null=True, help_text="What it says, by language."
    )


class VerdictRefusalOutput(ClauseOutput):
    text = serializers.DictField(child=serializers.CharField(), help_text="Why the move is refused, by language.")


class VerdictOutput(serializers.Serializer[Any]):
    legal = serializers.BooleanField()
    refusal = VerdictRefusalOutput(allow_null=True)
    checked = ClauseOutput(many=True, help_text="Clauses that the move was held against, where the game tells them.")


class RulingOutput(serializers.Serializer[Any]):
    option = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="What the option is called, by language.")
    value = serializers.CharField()
    value_name = serializers.DictField(
        child=serializers.CharField(), help_text="What the value is called, by language."
    )
    help = serializers.DictField(child=serializers.CharField(), help_text="What the option means, by language.")
    verdict = VerdictOutput()


class ViewsOutput(serializers.Serializer[Any]):
    seen_by = serializers.JSONField(help_text="A seat, `public`, or `everything`.")
    before = serializers.DictField(allow_null=True, help_text="null: there is no game, or it may not be seen.")
    after = serializers.DictField(allow_null=True)


class ContestedOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    last = serializers.IntegerField(help_text="The last revision of the match.")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.UUIDField(allow_null=True)
    recorded_by = serializers.CharField(
        allow_null=True, help_text="Which player of the club sent it; told to officials."
    )
    annulled = serializers.BooleanField(help_text="Whether a ruling took the move back.")
    round = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text="Who moved; -1 is nature; null: the event is no move.")
    move = serializers.CharField(allow_null=True, help_text="`?` for what the reader may not know.")
    words = serializers.DictField(child=serializers.CharField(), help_text="What happened, by language.")
    seconds = serializers.IntegerField(allow_null=True)
    judged_by = serializers.CharField(allow_null=True, help_text=JUDGED_BY)
    verdict = VerdictOutput(allow_null=True)
    rulings = RulingOutput(
        many=True, help_text="Other rulings of the house under which it is judged otherwise or leads elsewhere."
    )
    views = ViewsOutput(many=True)


class TriedOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    move = serializers.CharField()
    words = serializers.DictField(child=serializers.CharField(), allow_null=True, help_text="null: it is refused.")
    drawn = serializers.BooleanField(help_text="Whether nature made it, by the seed of the match that is over.")
    verdict = VerdictOutput()


class SeenOutput(serializers.Serializer[Any]):
    seen_by = serializers.JSONField(help_text="A seat, `public`, or `everything`.")
    position = serializers.DictField()


class ForkLegalOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    complete = serializers.BooleanField(help_text="Whether these are all legal moves, or some.")
    moves = serializers.ListField(child=serializers.CharField())


class ResultOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class ForkOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    start = serializers.CharField()
    judged_by = serializers.CharField(help_text=JUDGED_BY)
    steps = TriedOutput(many=True)
    rulings = RulingOutput(many=True, help_text="Other rulings that would judge the last of them otherwise.")
    untried = serializers.IntegerField(help_text="Moves behind one that was refused.")
    turn = serializers.ListField(child=serializers.IntegerField())
    legal = ForkLegalOutput(many=True)
    over = serializers.BooleanField()
    result = ResultOutput(allow_null=True)
    views = SeenOutput(many=True)


class AdviceLineOutput(serializers.Serializer[Any]):
    text = serializers.DictField(child=serializers.CharField(), help_text="By language.")
    move = serializers.CharField(allow_null=True)


class SeatAdviceOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    advice = AdviceLineOutput(many=True, help_text="Empty where the game works nothing out, or a hand is not known.")


class AdviceOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    when = serializers.CharField()
    judged_by = serializers.CharField(help_text=JUDGED_BY)
    seats = SeatAdviceOutput(many=True)
