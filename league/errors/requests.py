"""Requests told apart, feeds and webhooks."""

from games.errors import gettext_noop
from league.errors.base import Invalid, Refusal, Unknown


class KeyReused(Invalid):
    code = "idempotency.reused"
    text = gettext_noop("The Idempotency-Key {key} was used for something else.")


class NothingBehind(Unknown):
    code = "feed.nothing_behind"
    text = gettext_noop("There is no revision {revision} to go on from; the last is {last}.")


class BadWebhook(Invalid):
    code = "webhook.bad_address"
    text = gettext_noop("Messages cannot be sent to {url}: {why}.")


class TooManyWebhooks(Refusal):
    code = "webhook.too_many"
    text = gettext_noop("A club has {most} webhooks at most.")
