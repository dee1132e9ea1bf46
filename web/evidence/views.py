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
from web.page import page, parse_number

SHOWN = 50  # checkpoints on a page


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
    return render(request, "web/verify.html", {"texts": texts()})


@require_safe
def verify_file(request: HttpRequest) -> HttpResponse:
    """The same page as one file that works offline."""
    found = finders.find("web/verify.js")
    script = Path(str(found)).read_text(encoding="utf-8")
    answer = render(request, "web/verify_file.html", {"texts": texts(), "script": script})
    answer["Content-Disposition"] = 'attachment; filename="ludex-verify.html"'
    return answer


def texts() -> dict[str, str]:
    """The messages of the page by code, in the reader's language."""
    return {
        "right": gettext("Everything checked is correct."),
        "wrong": gettext("This evidence is invalid."),
        "unread": gettext("This file can’t be checked."),
        "partly": gettext("Everything that could be checked is correct."),
        "event": gettext("event {seq}"),
        "json": gettext("The file isn’t valid JSON."),
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
        "linked": gettext("Match {match}: {count} events, linked without a gap, the last at {at}."),
        "point": gettext("Log {origin}: {size} events, digest {digest}."),
        "signed": gettext("Signed by {key}. The key you entered vouches for it."),
        "self": gettext(
            "Signed by {key}. This key comes with the file. Compare it or the digest with the values "
            "that the service publishes."
        ),
        "sealed": gettext("The revealed seed matches the one sealed before the deal."),
        "unsealed": gettext("The deals were made at the table, so there is no seed."),
        "ed25519": gettext("This browser can’t check Ed25519 signatures. Use “python -m verify” instead."),
        "insecure": gettext(
            "This browser can’t check anything on a page without https. Save the page as a file and open that file."
        ),
    }
