"""Errors of notices."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class BadMailAddress(Invalid):
    code = "notice.bad_address"
    text = gettext_noop("“{address}” isn’t an e-mail address.")


class UnknownNotice(Invalid):
    code = "notice.unknown_kind"
    text = gettext_noop("There is no kind of news called “{kind}”. There are: {known}.")


class NoMail(Refusal):
    code = "notice.no_mail"
    text = gettext_noop("This installation doesn’t send e-mail.")


class TooManyQuestions(Refusal):
    code = "notice.too_many_questions"
    text = gettext_noop("{address} has been asked often enough for one day. Try again tomorrow.")


class NoticeLinkSpent(Refusal):
    code = "notice.link_spent"
    text = gettext_noop("This link is no longer valid. Enter your address again under “My account”.")


class BadDevice(Invalid):
    code = "notice.bad_device"
    text = gettext_noop("This browser can’t get push messages: {why}.")


class NoPush(Refusal):
    code = "notice.no_push"
    text = gettext_noop("This installation doesn’t send push messages.")
