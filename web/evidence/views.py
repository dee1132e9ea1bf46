"""Pages for whoever wants to check the log: its checkpoints, and evidence of a match in the browser."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.integrity import checkpoint_views
from web.page import page, parse_number

SHOWN = 50  # checkpoints on a page


@page
def list_checkpoints(request: HttpRequest) -> HttpResponse:
    """The newest checkpoint, the keys, and earlier checkpoints."""
    before = parse_number(request.GET.get("before"), digits=18)
    rows = checkpoint_views.page((checkpoint_views.LARGEST if before is None else before, 0), SHOWN + 1)
    context = {
        "status": checkpoint_views.status(),
        "keys": checkpoint_views.keys(),
        "checkpoints": rows[:SHOWN],
        "imported": checkpoint_views.imported(),
        "before": rows[SHOWN - 1].size if len(rows) > SHOWN else None,
    }
    return render(request, "web/checkpoints.html", context)


@page
def verify(request: HttpRequest) -> HttpResponse:
    """The page that checks evidence in the browser."""
    return render(request, "web/verify.html", {"texts": texts()})


@require_safe
def verify_file(request: HttpRequest) -> HttpResponse:
    """The same page as one file, to be kept and opened without any network."""
    found = finders.find("web/verify.js")
    script = Path(str(found)).read_text(encoding="utf-8")
    answer = render(request, "web/verify_file.html", {"texts": texts(), "script": script})
    answer["Content-Disposition"] = 'attachment; filename="ludex-verify.html"'
    return answer


def texts() -> dict[str, str]:
    """What the page may have to say, by code, in the reader's language."""
    return {
        "right": gettext("All that was checked is right."),
        "wrong": gettext("This evidence is wrong."),
        "unread": gettext("It cannot be checked."),
        "partly": gettext("What could be checked is right."),
        "event": gettext("event {seq}"),
        "json": gettext("The file is no JSON."),
        "form": gettext("The file is not of the form that evidence has: {where}."),
        "stream": gettext("It is of another match."),
        "seq": gettext("It has another number."),
        "position": gettext("Its place in the log is not behind that of the event before it."),
        "at": gettext("It is older than the event before it."),
        "link": gettext("Its hash is not that of its columns: something in it was changed."),
        "proof": gettext("The proof has too many or too few hashes."),
        "root": gettext("The events are not in the signed log."),
        "signature": gettext("The signature does not hold, or the key {key} may not sign this."),
        "statement": gettext("Nobody vouches for the key {key}."),
        "trust": gettext("The key {key} did not sign, and does not vouch for the one that did."),
        "seed": gettext("It is not the seed that was sealed before the deal."),
        "seeds": gettext("The seeds of the file are not those that the events reveal."),
        "linked": gettext("Match {match}: events linked to each other without a gap, {count}; the last at {at}."),
        "point": gettext("In the log {origin}, events {size}, digest {digest}."),
        "signed": gettext("Signed by {key}, and the key that you gave vouches for it."),
        "self": gettext(
            "Signed by {key}. This key comes with the file: compare it, or the digest, with what the service publishes."
        ),
        "sealed": gettext("The revealed seed is the one that was sealed before the deal."),
        "unsealed": gettext("The table dealt, so there is no seed."),
        "ed25519": gettext("This browser cannot check Ed25519 signatures; “python -m verify” can."),
        "insecure": gettext(
            "This browser checks nothing on a page without https. Keep the page as a file and open that."
        ),
    }
