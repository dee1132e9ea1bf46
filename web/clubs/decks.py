"""Pages for a club's own decks: entering the box that it has, with a preview, and the second person's confirmation."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from games.decks import ABOUT, Deck
from games.engine import Labels
from games.errors import Phrase, gettext_noop
from games.registry import engine
from league.clubs.queries import ClubDetail, find_club
from league.common.actor import require_official
from league.decks import services as deck_services
from league.decks.queries import DeckDetail, find_deck, games_with_decks, list_decks, may_confirm
from league.matches.queries.games import game as known_game
from web.command_form import KeyedForm, ShowRefusal, form_answer, new_key, require_sign_in
from web.page import FILE, REFUSED, accept_body, form_page, page, reader, render_form
from web.templatetags.words import label_text

LONGEST = 200_000  # characters or bytes
MOST_DECKS = 100
STATUSES = {
    "house": gettext_lazy("comes with the game"),
    "club": gettext_lazy("waits for a second person"),
    "verified": gettext_lazy("checked by two people"),
}


class BoxForm(KeyedForm):
    """A box: its game, a name, and its cards as rows of a spreadsheet, CSV or a JSON manifest."""

    text = gettext_noop("Enter a deck")
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    name = forms.CharField(
        label=gettext_lazy("Name of the deck"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("Letters, digits and . _ - only. A JSON manifest has its own name."),
    )
    cards = forms.CharField(max_length=LONGEST, required=False, strip=False)
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"key": new_key()})
        choices = [(slug, known_game(slug).name) for slug in games_with_decks()]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]
        self.fields["cards"].label = gettext("Cards, one per line, or a JSON manifest")
        self.fields["cards"].widget = forms.Textarea(attrs={"rows": 12, "class": "notation", "spellcheck": "false"})
        rows = (f"{name}: {', '.join(_columns(slug))}" for slug, name in choices)
        self.fields["cards"].help_text = gettext("Columns: {columns}.").format(columns=" · ".join(rows))

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        file = sent.get("file")
        if isinstance(file, UploadedFile):
            if file.size is None or file.size > LONGEST:
                self.add_error("file", gettext("The file is too large."))
            else:
                sent["cards"] = deck_services.decode(file.read())
        if not self.errors and not sent.get("cards"):
            self.add_error("cards", gettext("Enter the cards, or choose a file."))
        return sent

    def deck(self) -> Deck:
        """The checked deck. Raises `BadDeck`, `BadFile`."""
        sent = self.cleaned_data
        if sent["cards"].lstrip().startswith("{"):
            return deck_services.read_deck(game=sent["game"], name="", manifest=sent["cards"], rows=None)
        rows = deck_services.read_rows(sent["cards"])
        return deck_services.read_deck(game=sent["game"], name=sent["name"], manifest=None, rows=rows)


class CardTable(NamedTuple):
    """What a deck has, as a table: headings, if its cards have properties, and rows."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@page
def decks_of(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The decks that a club has entered."""
    club = find_club(club_id)
    found = list_decks(club=club_id).first(MOST_DECKS)
    context = {
        "club": club,
        "decks": [(each, known_game(each.game).name, STATUSES[each.status]) for each in found],
        "official": reader(request).official(club.id),
    }
    return render(request, "web/decks.html", context)


@accept_body(FILE)
@form_page
@require_sign_in
def new_deck(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Ask for a box, show what it has, and store it once that was looked at."""
    actor, club = reader(request), find_club(club_id)
    require_official(actor, club.id, Phrase("enter a deck"))
    form = BoxForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with ShowRefusal(form):
            box = form.deck()
            if "checked" not in request.POST:
                return _preview_page(request, club, form, box)
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = str(deck_services.enter_deck(club_id=club_id, deck=box, actor=actor).pk)
            return redirect("web:deck", answer.body)
    return render_form(
        request,
        form,
        form.title,
        gettext("Copy what is printed on the cards. Nothing is saved until you’ve reviewed the preview."),
        crumbs=[
            (reverse("web:club", args=[club_id]), club.name),
            (reverse("web:decks", args=[club_id]), gettext("Decks")),
        ],
        button=gettext("Preview"),
    )


@page
def deck(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """The cards of a deck, and the form of the second person who compares them with the box."""
    return _deck_page(request, find_deck(deck_id))


@accept_body(FILE)
@require_POST
@require_sign_in
def confirm(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Say that the cards are those of the box. The form has the hash of what was compared."""
    form = forms.Form(request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            given = request.POST.get("hash", "")[:100]
            deck_services.confirm_deck(deck_id=deck_id, content=given, actor=reader(request))
            messages.success(request, gettext("The deck is confirmed."))
            return redirect("web:deck", deck_id)
    return _deck_page(request, find_deck(deck_id), form)


def _preview_page(request: HttpRequest, club: ClubDetail, form: BoxForm, box: Deck) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "box": box,
        "game": known_game(box.game),
        "tables": card_tables(box.game, box.manifest()),
        "doubts": deck_services.doubts(box),
        "text": form.cleaned_data["cards"],
    }
    return render(request, "web/deck_preview.html", context)


def _deck_page(request: HttpRequest, found: DeckDetail, form: forms.Form | None = None) -> HttpResponse:
    context = {
        "club": find_club(UUID(found.club)),
        "deck": found,
        "game": known_game(found.game),
        "status": STATUSES[found.status],
        "tables": card_tables(found.game, found.manifest),
        "may_confirm": found.id is not None and may_confirm(UUID(found.id), reader(request)),
        "form": form,
    }
    return render(request, "web/deck.html", context, status=200 if form is None else REFUSED)


def card_tables(game: str, manifest: Mapping[str, Any]) -> list[CardTable]:
    """The cards of a manifest as tables, in the words of its game."""
    labels = engine(game).labels
    parts = [value for key, value in manifest.items() if key not in ABOUT]
    return [_group_table(part, labels) if isinstance(part, Mapping) else _list_table(part, labels) for part in parts]


def _group_table(part: Mapping[str, Sequence[object]], labels: Labels) -> CardTable:
    return CardTable((), [(_word(key, labels), " ".join(map(str, cards))) for key, cards in part.items()])


def _list_table(part: Sequence[Mapping[str, object]], labels: Labels) -> CardTable:
    keys = list(dict.fromkeys(key for card in part for key in card))
    rows = [[_word(card.get(key), labels) for key in keys] for card in part]
    return CardTable([label_text(key, labels) for key in keys], rows)


def _word(value: object, labels: Labels) -> str:
    if value is None:
        return ""
    return gettext(labels.codes[value]) if isinstance(value, str) and value in labels.codes else str(value)


def _columns(game: str) -> Sequence[str]:
    rules = engine(game).decks
    return () if rules is None else rules.columns
