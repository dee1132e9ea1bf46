"""This installation as a witness of other logs: the addresses of the protocol c2sp.org/tlog-witness, for programs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.integrity import witnesses
from verify.witness.protocol import LARGEST, TEXT


@csrf_exempt
@require_POST
def add_checkpoint(request: HttpRequest) -> HttpResponse:
    """Cosign a checkpoint of a log that this installation knows, if that log has grown."""
    body = request.read(LARGEST + 1)
    if len(body) > LARGEST:
        return HttpResponse("the request is too long\n", status=400, content_type=TEXT)
    answer = witnesses.cosign(body)
    return HttpResponse(answer.body, status=answer.status, content_type=answer.kind)


@require_safe
def witnessed_checkpoint(request: HttpRequest, origin: str) -> HttpResponse:
    """Show the last checkpoint that was cosigned here for the log whose origin has this SHA-256."""
    note = witnesses.witnessed_note(origin)
    if note is None:
        return HttpResponse("no such checkpoint\n", status=404, content_type=TEXT)
    return HttpResponse(note, content_type=TEXT)
