"""Decks of games whose printed cards are not public: those of the house, and the boxes that clubs typed in."""

from typing import Any
from uuid import UUID

import orjson
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, Endpoint, respond_created, write_operation
from api.fields import Id, Input, OneOf, Text, Typed
from api.openapi import problems
from api.pagination import Page, PageQuery, page_response
from league.decks import services as deck_services
from league.decks.queries import DeckDetail, DeckManifest, deck_detail, list_decks, list_game_decks
from league.decks.services import DeckCheck

STATUSES = ("house", "club", "verified")
MOST_ROWS = 1000
LONGEST_FILE = 200_000  # characters


class DecksQuery(PageQuery):
    club = Id(required=False)
    game = Text(required=False, max_length=64)


@OneOf(Manifest=(("manifest",), ("name",)), Rows=(("name", "rows"), ()), Csv=(("name", "csv"), ()))
class BoxInput(Input):
    """A box: a `manifest`, or a `name` with `rows` (cells) or `csv` (the text of a file)."""

    game = Text(max_length=64)
    name = Text(required=False, max_length=64)
    manifest = Typed(DeckManifest, required=False)
    rows = serializers.ListField(
        child=serializers.ListField(child=Text(allow_blank=True, max_length=100), max_length=20),
        required=False,
        max_length=MOST_ROWS,
    )
    csv = Text(required=False, max_length=LONGEST_FILE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if sum(part in attrs for part in ("manifest", "rows", "csv")) != 1:
            raise serializers.ValidationError(gettext("Send exactly one of manifest, rows and csv."))
        if "manifest" not in attrs and "name" not in attrs:
            raise serializers.ValidationError({"name": [gettext("A deck entered as rows or csv needs a name.")]})
        if "csv" in attrs:
            attrs["rows"] = deck_services.read_rows(attrs["csv"])
        return attrs


@OneOf(Manifest=(("manifest",), ("name",)), Rows=(("name", "rows"), ()), Csv=(("name", "csv"), ()))
class DeckInput(BoxInput):
    club = Id()


class ConfirmInput(Input):
    hash = Text(max_length=71, help_text="Of the deck that was compared with the box.")


class Decks(Endpoint):
    longest_body = FILE

    @extend_schema(parameters=[DecksQuery], responses={200: Page[DeckDetail]})
    def get(self, request: Request) -> Response:
        """List the decks that clubs typed in.

        Page by page, of one club or one game if you name it. `reference` is what the option `deck` of a match
        takes.
        """
        return page_response(self, list_decks, DecksQuery)

    @write_operation(DeckInput, {201: DeckDetail})
    def post(self, request: Request) -> Response:
        """Type in the deck that a club has: as a manifest, as rows, or as the text of a CSV file.

        Officials of the club may. The same deck again is kept once.
        """
        sent = self.data(DeckInput)
        row = deck_services.enter_deck(club_id=sent["club"], deck=_deck(sent), actor=self.actor())
        return respond_created(deck_detail(row))


class CheckDeck(Endpoint):
    longest_body = FILE

    @extend_schema(request=BoxInput, responses={200: DeckCheck})
    def post(self, request: Request) -> Response:
        """Check a deck without keeping it: the totals after each row, and the hash that it would have.

        For everybody with an account. Nothing is stored.
        """
        sent = self.data(BoxInput)
        rows = deck_services.check_rows(game=sent["game"], name=sent.get("name", ""), rows=sent.get("rows", []))
        made = _deck(sent)
        return Response(DeckCheck(rows, made.hash, deck_services.doubts(made)))


class HouseDecks(Endpoint):
    @extend_schema(responses={200: list[DeckDetail], **problems(422)})
    def get(self, request: Request, game: str) -> Response:
        """List the decks that come with a game.

        422 `deck.none` answers for a game that has none.
        """
        return Response(list_game_decks(game))


class ConfirmDeck(Endpoint):
    @extend_schema(request=ConfirmInput, responses={200: DeckDetail, **problems(409)})
    def post(self, request: Request, deck_id: UUID) -> Response:
        """Say that a second person has compared a deck with the box: it is verified from now on.

        For officials of the club other than the one who entered it. `hash` names what was compared.
        """
        content = self.data(ConfirmInput)["hash"]
        return Response(deck_detail(deck_services.confirm_deck(deck_id=deck_id, content=content, actor=self.actor())))


def _deck(sent: dict[str, Any]) -> deck_services.Deck:
    manifest = orjson.dumps(sent["manifest"]) if "manifest" in sent else None
    return deck_services.read_deck(
        game=sent["game"], name=sent.get("name", ""), manifest=manifest, rows=sent.get("rows")
    )
