"""Signed checkpoints of the log, proofs that it goes on, and evidence of matches: for everybody, without an account."""

import re
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
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
from league.integrity import checkpoint_views
from league.integrity.checkpoint_views import CheckpointDetail, ImportedCheckpoint
from league.integrity.evidence import evidence


class CheckpointsQuery(Input):
    cursor = Text(required=False, max_length=40, help_text="As the address `next` has it.")
    page_size = Digits(default=50, min_value=1, max_value=MAX_PAGE_SIZE)


class ConsistencyQuery(Input):
    first = Digits(min_value=0, max_value=LARGEST)
    second = Digits(min_value=0, max_value=LARGEST)


class ConsistencyOutput(serializers.Serializer[Any]):
    format = serializers.CharField()
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    first_root = serializers.CharField()
    second_root = serializers.CharField()
    proof = serializers.ListField(child=serializers.CharField())


class SigningKeyOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="name+number+key, as signed notes write it.")
    first = serializers.IntegerField(help_text="The size of the log from which on it signs.")
    statement = serializers.CharField(allow_null=True, help_text="The note in which the key before it names it.")


class EventEvidenceOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    stream = serializers.CharField()
    seq = serializers.IntegerField()
    shard = serializers.IntegerField()
    kind = serializers.CharField()
    schema = serializers.IntegerField()
    payload = serializers.CharField()
    private_commit = serializers.CharField(allow_null=True)
    actor = serializers.UUIDField(allow_null=True)
    command_id = serializers.UUIDField()
    at = serializers.DateTimeField()
    hash = serializers.CharField()


class EvidenceOutput(serializers.Serializer[Any]):
    format = serializers.CharField()
    match = serializers.UUIDField()
    record = serializers.CharField()
    deck = serializers.DictField(allow_null=True)
    seeds = serializers.ListField(child=serializers.CharField())
    events = EventEvidenceOutput(many=True)
    proof = serializers.ListField(child=serializers.CharField())
    checkpoint = serializers.CharField()
    keys = SigningKeyOutput(many=True)


class CheckpointPage(msgspec.Struct, frozen=True):
    """A page of checkpoints."""

    next: Address | None
    results: list[CheckpointDetail]


NOTE = {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): CheckpointDetail}


class Checkpoints(Endpoint):
    @extend_schema(parameters=[CheckpointsQuery], responses={200: CheckpointPage})
    def get(self, request: Request) -> Response:
        """List signed checkpoints, the newest first."""
        asked = self.query(CheckpointsQuery)
        rows = checkpoint_views.page(_place(asked.get("cursor")), asked["page_size"] + 1)
        shown = rows[: asked["page_size"]]
        following = None
        if len(rows) > len(shown):
            cursor = f"{shown[-1].size}.{shown[-1].log}"
            following = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        return Response(CheckpointPage(following, shown))


def _place(cursor: str | None) -> tuple[int, int]:
    """The size and the log before which to go on."""
    if cursor is None:
        return checkpoint_views.LARGEST, 0
    found = re.fullmatch(r"([0-9]{1,18})\.([0-9]{1,4})", cursor, re.ASCII)
    if found is None:
        raise ValidationError({"cursor": [gettext("This cursor does not belong to this list.")]})
    return int(found.group(1)), int(found.group(2))


class LatestCheckpoint(Endpoint):
    renderer_classes = (NoteRenderer, JsonRenderer)

    @extend_schema(responses={**NOTE, **problems(409)})
    def get(self, request: Request) -> Response:
        """Get the newest checkpoint, as a signed note or as JSON."""
        return Response(checkpoint_views.latest())


class Checkpoint(Endpoint):
    renderer_classes = (NoteRenderer, JsonRenderer)

    @extend_schema(responses=NOTE)
    def get(self, request: Request, size: int) -> Response:
        """Get the checkpoint of exactly this size, as a signed note or as JSON."""
        return Response(checkpoint_views.one(size))


class Consistency(Endpoint):
    @extend_schema(parameters=[ConsistencyQuery], responses={200: ConsistencyOutput, **problems(404, 422)})
    def get(self, request: Request) -> Response:
        """Prove that the log goes on from an earlier size: nothing before that was changed or taken away.

        Any two sizes may be asked for, those of checkpoints or others. `python -m verify` checks the answer.
        """
        return Response(checkpoint_views.consistency(**self.query(ConsistencyQuery)))


class Keys(Endpoint):
    @extend_schema(responses={200: SigningKeyOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List the public keys that sign checkpoints, the oldest first."""
        return Response(checkpoint_views.keys())


class ClubCheckpoints(Endpoint):
    @extend_schema(responses={200: list[ImportedCheckpoint]})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the checkpoints of other logs that came with a club when it was imported, at most 200.

        Another service signed them, for its own log: they hold for the club's events that it had then, and say nothing
        of the log here.
        """
        return Response(checkpoint_views.imported_checkpoints(club_id))


class Evidence(Endpoint):
    @extend_schema(responses={200: EvidenceOutput, **problems(409)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get everything that anybody needs to check a match that is over, as one file.

        Its events with every hashed column, the proof that they are in the log, the signed checkpoint, its record and
        the revealed seeds; ids of people, and no names. `python -m verify` and the page /verify check it.
        """
        name = f'attachment; filename="match-{match_id}.evidence.json"'
        return Response(evidence(str(match_id)), headers={"Content-Disposition": name})
