"""Signed checkpoints of the log, proofs of consistency, and evidence of matches. None needs an account."""

import re
from uuid import UUID

import msgspec
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.endpoint import Endpoint
from api.fields import LARGEST, Digits, Input, Text
from api.openapi import problems
from api.pagination import MAX_PAGE_SIZE
from api.renderers import JsonRenderer, NoteRenderer
from league.common.read_models import Address
from league.eventlog.errors import NothingSigned
from league.eventlog.store import SHARDS
from league.integrity import checkpoint_views
from league.integrity.checkpoint_views import CheckpointDetail, ConsistencyProof, ImportedCheckpoint, SigningKey
from league.integrity.evidence import MatchEvidence, evidence


class ShardQuery(Input):
    shard = Digits(default=0, min_value=0, max_value=SHARDS - 1, help_text="A shard of the log.")


class CheckpointsQuery(ShardQuery):
    cursor = Text(required=False, max_length=40, help_text="As the address `next` has it.")
    page_size = Digits(default=50, min_value=1, max_value=MAX_PAGE_SIZE)


class ConsistencyQuery(ShardQuery):
    first = Digits(min_value=0, max_value=LARGEST)
    second = Digits(min_value=0, max_value=LARGEST)


class CheckpointPage(msgspec.Struct, frozen=True):
    """A page of checkpoints of a shard. `shards` has all that the log has."""

    shards: list[int]
    next: Address | None
    results: list[CheckpointDetail]


NOTE = {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): CheckpointDetail}


class Checkpoints(Endpoint):
    @extend_schema(parameters=[CheckpointsQuery], responses={200: CheckpointPage})
    def get(self, request: Request) -> Response:
        """List signed checkpoints of a shard, the newest first.

        Pages have a `cursor`. `shards` has the numbers of all shards that the log has.
        """
        asked = self.query(CheckpointsQuery)
        rows = checkpoint_views.checkpoints_below(_place(asked.get("cursor")), asked["page_size"] + 1, asked["shard"])
        shown = rows[: asked["page_size"]]
        following = None
        if len(rows) > len(shown):
            cursor = f"{shown[-1].size}.{shown[-1].log}"
            following = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        return Response(CheckpointPage(checkpoint_views.shards(), following, shown))


def _place(cursor: str | None) -> tuple[int, int]:
    """The size and the log before which the page begins."""
    if cursor is None:
        return checkpoint_views.LARGEST, 0
    found = re.fullmatch(r"([0-9]{1,18})\.([0-9]{1,4})", cursor, re.ASCII)
    if found is None:
        raise ValidationError({"cursor": [gettext("This cursor does not belong to this list.")]})
    return int(found.group(1)), int(found.group(2))


class LatestCheckpoint(Endpoint):
    renderer_classes = (NoteRenderer, JsonRenderer)

    @extend_schema(parameters=[ShardQuery], responses={**NOTE, **problems(409)})
    def get(self, request: Request) -> Response:
        """Get the newest checkpoint of a shard, as a signed note or as JSON.

        409 `checkpoint.none` answers before the first one.
        """
        newest = checkpoint_views.newest_checkpoint(**self.query(ShardQuery))
        if newest is None:
            raise NothingSigned
        return Response(newest)


class Checkpoint(Endpoint):
    renderer_classes = (NoteRenderer, JsonRenderer)

    @extend_schema(parameters=[ShardQuery], responses=NOTE)
    def get(self, request: Request, size: int) -> Response:
        """Get the checkpoint of exactly this size, as a signed note or as JSON.

        The note is text, as C2SP has it, with a line for each witness. It is sent unless `Accept` asks for
        JSON.
        """
        return Response(checkpoint_views.checkpoint(size, **self.query(ShardQuery)))


class Consistency(Endpoint):
    @extend_schema(parameters=[ConsistencyQuery], responses={200: ConsistencyProof, **problems(404, 422)})
    def get(self, request: Request) -> Response:
        """Prove that a log begins with an earlier one: nothing in it was changed or removed.

        The sizes need not be those of checkpoints. `python -m verify` checks the answer.
        """
        return Response(checkpoint_views.consistency_proof(**self.query(ConsistencyQuery)))


class Keys(Endpoint):
    @extend_schema(parameters=[ShardQuery], responses={200: list[SigningKey]})
    def get(self, request: Request) -> Response:
        """List the public keys that sign checkpoints of a shard, the oldest first.

        Compare them with a key that you have from elsewhere: a service could publish others.
        """
        return Response(checkpoint_views.signing_keys(**self.query(ShardQuery)))


class ClubCheckpoints(Endpoint):
    @extend_schema(responses={200: list[ImportedCheckpoint]})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the checkpoints of other logs that came with an imported club, at most 200.

        Another service signed them for its own log. They cover the events that the club had then, and say nothing of
        the log here.
        """
        return Response(checkpoint_views.imported_checkpoints(club_id))


class Evidence(Endpoint):
    @extend_schema(responses={200: MatchEvidence, **problems(409)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get everything that is needed to check a match that is over, as one file.

        It has the events with every hashed column, the proof that they are in the log, the signed checkpoint, the
        record and the revealed seeds. People appear by id only. `python -m verify` and the page /verify check it.
        """
        name = f'attachment; filename="match-{match_id}.evidence.json"'
        return Response(evidence(str(match_id)), headers={"Content-Disposition": name})
