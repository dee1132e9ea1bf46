"""Pages for the people of a club: who there is, who may do what; changing, inviting, erasing somebody."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.errors import Phrase
from league.club_data import merging, password_links
from league.club_data.erasure import erase_player, require_eraser
from league.club_data.merging import merge_players
from league.clubs import invitations
from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.access.queries import list_player_changes
from league.clubs.queries import (
    PlayerDetail,
    find_club,
    list_namesakes,
    list_players,
    members,
    merged_players,
    names_of,
    player_detail,
)
from league.common.actor import require_organiser
from league.matches.queries.list import list_matches
from league.ratings.queries import list_current_ratings, list_opponents
from league.tournaments.queries.list import list_played
from web.clubs.overview import own_results
from web.clubs.people_forms import (
    NEW_PERSON,
    ROLES,
    AddForm,
    EraseForm,
    MergeForm,
    PersonForm,
    RoleForm,
    TakeForm,
    namesake_replies,
    namesake_text,
)
from web.command_form import ShowRefusal, answer_before, form_answer, new_key
from web.conflict_form import has_conflict, rebuild_form, remember
from web.page import REFUSED, REPLY, Question, form_page, guard, is_sure, page, qr_code, question_page, reader, rehearse

LAST = 10  # matches and tournaments on the page of a person
MET = 8  # opponents
MOST_CARDS = 300  # of invitations, printed at once
MOST_CHOICES = 5000  # players in a list to choose from


@page
def people_of(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The people of a club and their roles, for its organisers."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return _people_page(request, club_id)


@require_POST
@guard
def add(request: HttpRequest, club_id: UUID) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("web:people", args=[club_id]))
    form, reply = AddForm(request.POST), request.POST.get(REPLY)
    same = list_namesakes(club_id, request.POST.get("name", ""), reader(request))
    if reply in {each.id for each in same}:
        return redirect("web:player", reply)
    if form.is_valid():
        sent = {name: value for name, value in form.cleaned_data.items() if name != "key"}
        run = partial(club_services.add_player, club_id=club_id, actor=reader(request), **sent)
        with ShowRefusal(form):
            if same and reply != NEW_PERSON and answer_before(request) is None:
                rehearse(run)
                return question_page(request, _namesake_question(club_id, sent["name"], same))
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = run().name
            text = gettext("{name} was added.").format(name=answer.body)
            return _redirect_with_message(request, text, "web:people", club_id)
    return _people_page(request, club_id, add=form)


def _namesake_question(club_id: UUID, name: str, same: Sequence[PlayerDetail]) -> Question:
    return Question(
        title=gettext("Add a player"),
        text=namesake_text(name),
        back=reverse("web:people", args=[club_id]),
        replies=namesake_replies(same),
    )


@require_POST
@guard
def offer_role(request: HttpRequest, club_id: UUID) -> HttpResponse:
    actor = reader(request)
    form = RoleForm(list_players(actor, club=club_id).first(), request.POST)
    if form.is_valid():
        with ShowRefusal(form):
            role = form.cleaned_data["role"]
            offer = club_services.offer_role(club_id=club_id, username=form.account, role=role, actor=actor)
            text = gettext("Role assigned.")
            if offer is not None:
                text = gettext("Offered. {name} has the role after accepting it under “My account”.")
            return _redirect_with_message(request, text.format(name=form.account), "web:people", club_id)
    return _people_page(request, club_id, give=form)


@require_POST
@guard
def withdraw_offer(request: HttpRequest, club_id: UUID, offer_id: UUID) -> HttpResponse:
    offers.end(offer_id=offer_id, actor=reader(request))
    return _redirect_with_message(request, gettext("The offer was withdrawn."), "web:people", club_id)


@require_POST
@guard
def take_role(request: HttpRequest, club_id: UUID) -> HttpResponse:
    form = TakeForm(request.POST)
    if form.is_valid():
        account, role = form.cleaned_data["account"], form.cleaned_data["role"]
        run = partial(club_services.take_role, club_id=club_id, account_id=account, role=role, actor=reader(request))
        with ShowRefusal(form):
            if not is_sure(request):
                rehearse(run)
                return question_page(request, _role_question(request, club_id, str(account), role))
            run()
            return _redirect_with_message(request, gettext("Role removed."), "web:club", club_id)
    return _people_page(request, club_id, take=form)


def _role_question(request: HttpRequest, club_id: UUID, account: str, role: str) -> Question:
    """Whether to remove the role."""
    names = {str(each.account): each.username for each in members(club_id, reader(request))}
    text = gettext("{name} loses the role “{role}” and everything it allows.")
    return Question(
        title=gettext("Remove the role"),
        text=text.format(name=names.get(account, account), role=ROLES[role]),
        back=reverse("web:people", args=[club_id]),
    )


def _people_page(request: HttpRequest, club_id: UUID, **forms_: forms.Form) -> HttpResponse:
    actor = reader(request)
    players = list_players(actor, club=club_id).first()
    context = {
        "club": find_club(club_id),
        "members": members(club_id, actor),
        "offers": offers.list_offers(club_id, actor),
        "players": players,
        "links": password_links.list_links(club_id, actor).first(LAST),
        "without_account": sum(each.username is None for each in players),
        "add": forms_.get("add", AddForm(auto_id="add_%s", initial={"key": new_key()})),
        "give": forms_.get("give", RoleForm(players)),
        "take": forms_.get("take"),
    }
    return render(request, "web/people.html", context, status=REFUSED if forms_ else 200)


@form_page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """One player, and a form for organisers of the club."""
    actor = reader(request)
    shown = player_detail(player_id, actor)
    if shown.merged_into is not None and request.method != "POST":
        return redirect("web:player", shown.merged_into)
    form = _player_form(shown, request.POST or None)
    changes = request.method == "POST" and actor.organiser(shown.club) and not shown.erased
    if changes and has_conflict(form, request.POST):
        why = gettext(
            "Somebody else changed this person’s details in the meantime. Review the current version and try again."
        )
        form = rebuild_form(partial(_player_form, shown), form, request.POST, why)
    if request.method == "POST" and form.is_valid():
        with ShowRefusal(form):
            club_services.change_player(player_id=player_id, actor=actor, **form.cleaned_data)
            return _redirect_with_message(request, gettext("Saved."), "web:player", player_id)
    return _player_page(request, shown, form if request.method == "POST" else None)


def _player_form(shown: PlayerDetail, data: Mapping[str, Any] | None = None) -> PersonForm:
    form = PersonForm(data, initial=msgspec.structs.asdict(shown))
    remember(form)
    return form


def _player_page(
    request: HttpRequest, shown: PlayerDetail, form: forms.Form | None = None, **more: Any
) -> HttpResponse:
    actor = reader(request)
    organiser, id_, club = actor.organiser(shown.club), UUID(shown.id), UUID(shown.club)
    merged = merged_players(id_, actor)
    own = {shown.id, *(each.id for each in merged)}
    context = {
        "player": shown,
        "tournaments": list_played(id_, actor, LAST),
        "results": own_results(list_matches(player=id_).first(LAST), own),
        "opponents": list_opponents(id_, club, MET),
        "club": find_club(club),
        "form": (form or _player_form(shown)) if organiser and not shown.erased else None,
        "organiser": organiser,
        "own": shown.id in actor.players,
        "merged": merged if organiser else [],
        "rated": list_current_ratings(id_, club),
        "changes": list_player_changes(id_, actor)[:LAST] if organiser or shown.id in actor.players else [],
        **more,
    }
    return render(request, "web/player.html", context, status=200 if form is None else REFUSED)


@require_POST
@guard
def unlink(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Ask, then take the account from a player, as an organiser or as the account itself."""
    actor = reader(request)
    shown = player_detail(player_id, actor)
    run = partial(club_services.change_player, player_id=player_id, username=None, actor=actor)
    form, back, own = forms.Form({}), reverse("web:player", args=[player_id]), shown.id in actor.players
    with ShowRefusal(form):
        if not is_sure(request):
            rehearse(run)
            text = gettext("The account {account} can no longer act for {name}.")
            if own:
                text = gettext(
                    "Your account can no longer act for {name}. An organiser can offer you the player again."
                )
            question = text.format(account=shown.username, name=shown.shown_as)
            return question_page(request, Question(title=gettext("Unlink the account"), text=question, back=back))
        run()
        messages.success(request, gettext("The account was unlinked."))
        return redirect("web:account") if own else redirect("web:player", player_id)
    return _player_page(request, shown, objection=form.non_field_errors())


@require_POST
@guard
def invite(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A new link for the person, as text and as a QR code. It is shown this once."""
    form = forms.Form({})
    actor = reader(request)
    made = None
    with ShowRefusal(form):
        made = invitations.invite(player_id=player_id, actor=actor)
    shown = player_detail(player_id, actor)
    if made is None:
        return _player_page(request, shown, objection=form.non_field_errors())
    url = request.build_absolute_uri(reverse("web:invitation", args=[made.token]))
    return _player_page(request, shown, url=url, expires=made.expires, drawn=qr_code(url))


@require_POST
@guard
def make_password_link(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A link for a new password, as text and as a QR code. It is shown this once."""
    form = forms.Form({})
    actor = reader(request)
    made = None
    with ShowRefusal(form):
        made = password_links.make_link(player_id=player_id, actor=actor)
    shown = player_detail(player_id, actor)
    if made is None:
        return _player_page(request, shown, objection=form.non_field_errors())
    url = request.build_absolute_uri(reverse("web:new-password", args=[made.token]))
    return _player_page(request, shown, password_url=url, expires=made.expires, drawn=qr_code(url))


@require_POST
@guard
def withdraw_password_link(request: HttpRequest, player_id: UUID) -> HttpResponse:
    password_links.withdraw_link(player_id=player_id, actor=reader(request))
    return _redirect_with_message(request, gettext("The link no longer works."), "web:player", player_id)


@require_POST
@guard
def invite_everybody(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A card with a link for each person without an account, to be printed and cut. Links work for two weeks."""
    made = invitations.invite_everybody(club_id=club_id, actor=reader(request), most=MOST_CARDS)
    names = names_of([player for player, _ in made])
    cards = []
    for player, invitation in made:
        url = request.build_absolute_uri(reverse("web:invitation", args=[invitation.token]))
        cards.append((names.get(player, ""), url, qr_code(url)))
    expires = made[0][1].expires if made else None
    return render(
        request, "web/paper_invitations.html", {"club": find_club(club_id), "cards": cards, "expires": expires}
    )


@form_page
def erase(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Ask for confirmation, then erase."""
    actor = reader(request)
    shown = player_detail(player_id, actor)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    require_eraser(actor, shown.club, shown.id)
    form = EraseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with ShowRefusal(form):
            erase_player(player_id=player_id, actor=actor)
            return _redirect_with_message(
                request, gettext("The person’s data has been erased."), "web:player", player_id
            )
    status = REFUSED if request.method == "POST" else 200
    return render(request, "web/erase.html", {"player": shown, "form": form}, status=status)


@form_page
def merge(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Choose the player to merge into, read what that means, and confirm."""
    actor = reader(request)
    shown = player_detail(player_id, actor)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    require_organiser(actor, shown.club, Phrase("merge players"))
    people = list_players(actor, club=UUID(shown.club))
    others = [each for each in people.first(MOST_CHOICES) if each.id != shown.id]
    form = MergeForm(request.POST or None, others)
    sent = request.method == "POST" and form.is_valid()
    if shown.merged_into is not None and (not sent or form.cleaned_data["kept"] == shown.merged_into):
        return redirect("web:player", shown.merged_into)
    if sent:
        kept_id = UUID(form.cleaned_data["kept"])
        run = partial(merge_players, player_id=player_id, kept_id=kept_id, actor=actor)
        with ShowRefusal(form):
            if form.cleaned_data["sure"]:
                run()
                return _redirect_with_message(request, gettext("The players have been merged."), "web:player", kept_id)
            rehearse(run)
    chosen = sent and not form.errors
    kept = next((each for each in others if chosen and each.id == form.cleaned_data["kept"]), None)
    context = {"player": shown, "kept": kept, "form": form}
    return render(request, "web/merge.html", context, status=200 if kept or not form.errors else REFUSED)


@require_POST
@guard
def undo_merge(request: HttpRequest, player_id: UUID) -> HttpResponse:
    actor = reader(request)
    shown = player_detail(player_id, actor)
    form, run = forms.Form({}), partial(merging.undo_merge, player_id=player_id, actor=actor)
    with ShowRefusal(form):
        if not is_sure(request):
            rehearse(run)
            text = gettext("{name} is a player again, and what they played no longer counts for the other player.")
            back = reverse("web:player", args=[shown.merged_into])
            question = Question(title=gettext("Undo the merge"), text=text.format(name=shown.name), back=back)
            return question_page(request, question)
        run()
        return _redirect_with_message(request, gettext("The merge has been undone."), "web:player", player_id)
    return _player_page(request, shown, objection=form.non_field_errors())


def _redirect_with_message(request: HttpRequest, text: str, address: str, id_: UUID) -> HttpResponse:
    messages.success(request, text)
    return redirect(address, id_)
