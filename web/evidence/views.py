"""Pages for checking the log: its checkpoints, and evidence of a match in the browser."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.errors import Phrase
from league.errors import Unknown
from league.integrity import checkpoint_views
from verify import payloads
from web.page import page, parse_number

SHOWN = 50  # checkpoints on a page
MOST_KEYS = 20  # of this service, the newest


@page
def list_checkpoints(request: HttpRequest) -> HttpResponse:
    """The newest checkpoint of a shard, its keys, and earlier checkpoints."""
    before = parse_number(request.GET.get("before"), digits=18)
    below = (checkpoint_views.LARGEST if before is None else before, 0)
    shards, shard = checkpoint_views.shards(), parse_number(request.GET.get("shard"), digits=2)
    if shard is None:  # the first one in which anything was signed
        shard = next(filter(checkpoint_views.newest_checkpoint, shards), shards[0])
    if shard not in shards:
        raise Unknown(kind=Phrase("shard"), id=shard)
    rows = checkpoint_views.checkpoints_below(below, SHOWN + 1, shard)
    newest = checkpoint_views.newest_checkpoint(shard)
    context = {
        "shard": shard,
        "shards": shards if len(shards) > 1 else [],
        "newest": newest,
        "keep_texts": keep_texts(),
        "since": checkpoint_views.events_since(newest, shard),
        "keys": checkpoint_views.signing_keys(shard),
        "checkpoints": rows[:SHOWN],
        "late": any(each.late for each in rows[:SHOWN]),
        "imported": checkpoint_views.imported_checkpoints(),
        "before": rows[SHOWN - 1].size if len(rows) > SHOWN else None,
    }
    return render(request, "web/checkpoints.html", context)


def keep_texts() -> dict[str, str]:
    """What the page says of the checkpoint that a device kept, by code."""
    return {
        "same": gettext("This device keeps the latest checkpoint, since {date}."),
        "right": gettext("The log still starts with the checkpoint that you kept on {date}. It had {size} events."),
        "wrong": gettext(
            "The log doesn’t continue the checkpoint that you kept on {date}. Something that was signed has been "
            "changed or removed. Save the text below and show it to others."
        ),
        "other": gettext("On {date} you kept a checkpoint of the log {origin}. This page shows another log."),
        "unknown": gettext("The page couldn’t compare the checkpoint that you kept on {date}. Try again later."),
        "insecure": gettext("On a page without https, the checkpoint that you kept on {date} can’t be compared."),
    }


@page
def verify(request: HttpRequest) -> HttpResponse:
    """The page that checks evidence in the browser."""
    keys = [each.key for each in checkpoint_views.signing_keys()[-MOST_KEYS:]]
    return render(request, "web/verify.html", {"texts": texts(), "members": members(), "keys": keys})


@require_safe
def verify_file(request: HttpRequest) -> HttpResponse:
    """The same page as one file that works offline."""
    files = [Path(str(finders.find(f"web/{name}.js"))) for name in ("verify_match", "verify")]
    script = "\n".join(file.read_text(encoding="utf-8") for file in files)
    answer = render(request, "web/verify_file.html", {"texts": texts(), "members": members(), "script": script})
    answer["Content-Disposition"] = 'attachment; filename="ludex-verify.html"'
    return answer


def members() -> dict[str, list[str]]:
    """The members that the payload of each kind of event may have."""
    return {kind: [*form.required, *form.optional] for kind, form in payloads.FORMS.items()}


def texts() -> dict[str, str]:
    """The messages of the page by code, in the reader's language."""
    return {
        "right": gettext("Everything that this page checks is correct."),
        "wrong": gettext("This evidence is invalid."),
        "unread": gettext("This file can’t be checked."),
        "partly": gettext("Nothing is wrong, but not everything is proved."),
        "event": gettext("event {seq}"),
        "json": gettext("The file isn’t valid JSON."),
        "twice": gettext("The same member appears twice in the file: {where}."),
        "form": gettext("The file isn’t in the evidence format: {where}."),
        "stream": gettext("The event belongs to another match."),
        "seq": gettext("The event number is wrong."),
        "position": gettext("The event’s place in the log isn’t after that of the previous event."),
        "at": gettext("The event is older than the one before it."),
        "link": gettext("The hash doesn’t match the event’s fields, so something in it was changed."),
        "proof": gettext("The proof has too many or too few hashes."),
        "root": gettext("The events aren’t in the signed log."),
        "head": gettext("The last event in the file isn’t the last of the match, so something is missing."),
        "headless": gettext("The file doesn’t show whether anything came after its last event."),
        "signature": gettext("The signature is invalid, or the key {key} isn’t allowed to sign this."),
        "statement": gettext("Nobody vouches for the key {key}."),
        "trust": gettext("The key {key} didn’t sign this and doesn’t vouch for the key that did."),
        "seed": gettext("This isn’t the seed that was sealed before the deal."),
        "seeds": gettext("The seeds in the file don’t match the seeds revealed by the events."),
        "payload": gettext("This event can’t occur here."),
        "endless": gettext("The events don’t reach the end of the match."),
        "totals": gettext("Results changed after the last totals."),
        "ruling": gettext("A ruling wasn’t carried out."),
        "deck": gettext("This isn’t the deck that the match was played with."),
        "record": gettext("This isn’t the record that the events give."),
        "hidden": gettext("The seed of some deals was never revealed, so the service may have chosen them."),
        "version": gettext(
            "Event {seq}: this page doesn’t know {name}, so it can’t compare the record with the events."
        ),
        "linked": gettext("Match {match}: {count} events, linked without a gap, the last at {at}."),
        "point": gettext("Log {origin}: {size} events, digest {digest}, signed at {signed}."),
        "signed": gettext("Signed by {key}. The key you entered vouches for it."),
        "own": gettext("Signed by {key}, a key of this service."),
        "self": gettext(
            "Signed by {key}, which isn’t a key of this service. Enter the key that the other service publishes."
        ),
        "keyless": gettext(
            "Signed by {key}, a key that comes with the file. No key of the service is known here. Enter the one that "
            "it publishes."
        ),
        "sealed": gettext("The revealed seed matches the one sealed before the deal."),
        "undealt": gettext("There are no deals, because only results were recorded."),
        "unsealed": gettext("The deals were made at the table, so there is no seed."),
        "ed25519": gettext("This browser can’t check Ed25519 signatures. Use “python -m verify” instead."),
        "insecure": gettext(
            "This browser can’t check anything on a page without https. Save the page as a file and open that file."
        ),
        "rules": gettext(
            "Not checked here: whether moves and results follow the rules of the game, who won the match, and whether "
            "deals follow from their seeds. “python -m verify” checks that, too."
        ),
        **match_texts(),
    }


def match_texts() -> dict[str, str]:
    """What the page says about the match itself."""
    return {
        "people": gettext("Game {game}, players by seat: {seats}. Results: {results}."),
        "confirmed": gettext("Outcome: confirmed."),
        "reported": gettext("Outcome: reported, but not confirmed by anybody else."),
        "contested": gettext("Outcome: contested."),
        "settled": gettext("Outcome: settled by an official."),
        "forfeited": gettext("Outcome: forfeited by {seats}. {why}"),
        "void": gettext("Outcome: void, so the match doesn’t count. {why}"),
        "act": gettext("Event {seq}, {at}: {what} {detail} {reason}"),
        "seats.changed": gettext("seats changed."),
        "seats.left": gettext("players left."),
        "level.chosen": gettext("way of recording changed."),
        "result.reported": gettext("result corrected."),
        "result.settled": gettext("result settled."),
        "ruling.given": gettext("ruling."),
        "match.forfeited": gettext("forfeit."),
        "match.voided": gettext("match declared void."),
        "match.reopened": gettext("match reopened."),
        "finding.recorded": gettext("finding only, nothing changed."),
        "moves.withdrawn": gettext("moves undone."),
    }
