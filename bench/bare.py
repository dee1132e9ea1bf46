"""The least that could take a move: a view of REST framework with the service's token check and one INSERT.

It is written as its guide shows, with nothing of ours but the token check. The web server, its middleware and its
connections are the service's, so the difference is what a move has on top: roles, rules, the log's chain and its news.
"""

from deploy.wsgi import application  # isort: skip # sets up what the rest asks for when it is imported

from django.db import connection, models
from django.urls import path
from rest_framework.generics import CreateAPIView
from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import ModelSerializer

from api.authentication import Tokens
from deploy import urls

__all__ = ["application", "create_table"]


class Row(models.Model):
    account = models.UUIDField()
    revision = models.IntegerField()
    seat = models.SmallIntegerField()
    move = models.CharField(max_length=2000)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.move


class RowSerializer(ModelSerializer[Row]):
    class Meta:
        model = Row
        fields = ("revision", "seat", "move")


class Rows(CreateAPIView[Row]):
    authentication_classes = (Tokens,)
    permission_classes = (IsAuthenticated,)
    throttle_classes = ()
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)
    serializer_class = RowSerializer

    def perform_create(self, serializer: ModelSerializer[Row]) -> None:
        serializer.save(account=self.request.user.pk)


urls.urlpatterns.insert(0, path("bare/", Rows.as_view()))


def create_table() -> None:
    with connection.schema_editor() as editor:
        editor.create_model(Row)
