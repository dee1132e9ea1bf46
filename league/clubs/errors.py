"""Errors of clubs."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class FileDiffers(Invalid):
    """The file, or its encoding, differs from that of the preview."""

    code = "file.differs"
    text = gettext_noop("This is not the file you previewed. Preview it again first.")


class EncodingUnclear(Invalid):
    """`details` has the possible `encodings`, each with lines of the file as it reads them."""

    code = "file.encoding_unclear"
    text = gettext_noop("The encoding of the file isn’t certain. Choose the one in which the names are right.")

    def __init__(self, encodings: Sequence[Mapping[str, object]]) -> None:
        super().__init__()
        self.details = {"encodings": list(encodings)}


class NamesUnclear(Refusal):
    """`details` has the `seats` whose names may mean somebody in the club, each with its candidates."""

    code = "record.names_unclear"
    text = gettext_noop("Decide which players these names mean: {names}.")

    def __init__(self, seats: Sequence[Mapping[str, object]], names: str) -> None:
        super().__init__(names=names)
        self.details = {"seats": list(seats)}


class BadPlayerChoice(Invalid):
    code = "record.player_choice"
    text = gettext_noop("The player for seat {seat}: {why}.")


class LooksLikeAnother(Invalid):
    """The name would look like that of another player."""

    code = "player.looks_like_another"
    text = gettext_noop("Another player in the club is already shown as {name}.")


class RowRefused(Invalid):
    code = "file.row"
    text = gettext_noop("Line {line}: {why}.")


class PlayerHasAccount(Invalid):
    code = "player.has_account"
    text = gettext_noop("Account {username} is already linked to a player in this club.")


class NoteTaken(Invalid):
    code = "player.note_taken"
    text = gettext_noop("Another {name} in the club already has the note {note}.")


class ClubNumberTaken(Invalid):
    code = "player.club_number_taken"
    text = gettext_noop("Number {number} is already taken by another player in the club.")


class BadAddress(Invalid):
    code = "player.bad_address"
    text = gettext_noop("{email} is not an e-mail address.")


class UnknownZone(Invalid):
    code = "club.unknown_zone"
    text = gettext_noop("{zone} isn’t a time zone. Use a name such as Europe/Berlin.")


class DoubtfulTime(Invalid):
    """A local time that doesn't say which moment it is. `details` has both `readings`, in UTC."""

    code = "time.doubtful"

    def __init__(self, time: str, zone: str, readings: Sequence[datetime], words: Sequence[str]) -> None:
        super().__init__(time=time, zone=zone, first=words[0], second=words[1])
        self.details = {"readings": [f"{each.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for each in readings]}


class SkippedTime(DoubtfulTime):
    code = "time.skipped"
    text = gettext_noop(
        "{time} doesn’t exist in {zone}, because the clocks go forward. Choose {first} or {second}, or another time."
    )


class RepeatedTime(DoubtfulTime):
    code = "time.repeated"
    text = gettext_noop("{time} happens twice in {zone}, because the clocks go back. Choose {first} or {second}.")


class FarTime(Invalid):
    code = "time.far"
    text = gettext_noop("{time} is too far away. Choose a year from {low} to {high}.")


class UnknownLanguage(Invalid):
    code = "club.unknown_language"
    text = gettext_noop("Pages aren’t available in {language}. Choose one of these: {known}.")


class UsernameTaken(Invalid):
    code = "account.taken"
    text = gettext_noop("The username {username} is already taken.")


class AlreadySetUp(Refusal):
    code = "account.already_set_up"
    text = gettext_noop("Ludex has already been set up. Sign in, or ask an organiser for an invitation.")


class WrongPassword(Invalid):
    code = "account.password"
    text = gettext_noop("The password is incorrect.")


class MixedScripts(Invalid):
    """Some letters of different scripts look the same, so such names could be taken for others."""

    code = "account.mixed_scripts"
    text = gettext_noop("The username {username} has letters of several scripts. Use those of one script.")


class ClubHasOthers(Refusal):
    """The club can't be closed while other accounts have roles or players in it."""

    code = "club.has_others"
    text = gettext_noop(
        "Other accounts still have roles or players in the club: {usernames}. Make one of them an organiser, or remove "
        "their roles and links first."
    )


class LastOrganiser(Refusal):
    code = "club.last_organiser"
    text = gettext_noop(
        "{username} is the last organiser of the club. Make somebody else an organiser first, or close the club."
    )


class PlayerErased(Refusal):
    code = "player.erased"
    text = gettext_noop("{player} was erased and can no longer take part in anything.")


class PlayerMerged(Refusal):
    code = "player.merged"
    text = gettext_noop("{player} was merged into {kept}. Use {kept} instead.")


class NotMerged(Refusal):
    code = "player.not_merged"
    text = gettext_noop("{player} hasn’t been merged into another player.")


class CannotMerge(Refusal):
    code = "player.cannot_merge"
    text = gettext_noop("{player} can’t be merged into {kept}: {why}.")


class PlayerIsTaken(Refusal):
    code = "player.taken"
    text = gettext_noop("This player already has an account.")


class TooManyTokens(Refusal):
    code = "token.too_many"
    text = gettext_noop("An account can have at most {most} tokens with a name.")


class DevicePending(Refusal):
    code = "device.pending"
    text = gettext_noop("Nobody has approved the program yet. Ask again.")


class DeviceTooFast(Refusal):
    code = "device.slow_down"
    text = gettext_noop("Wait {seconds} seconds before you ask again.")


class DeviceDeclined(Refusal):
    code = "device.declined"
    text = gettext_noop("The user declined to sign in the program.")


class DeviceExpired(Refusal):
    code = "device.expired"
    text = gettext_noop("This code is unknown, was used, or has expired. Begin again.")


class InvitationSpent(Refusal):
    """The invitation was used, withdrawn or replaced, has expired, or was never ours."""

    code = "invitation.spent"
    text = gettext_noop("This invitation is invalid or no longer valid. Ask for a new one.")


class PlayerWithoutAccount(Refusal):
    code = "player.no_account"
    text = gettext_noop("{player} has no account. Create an invitation instead.")


class NoPasswordLink(Refusal):
    code = "account.no_password_link"
    text = gettext_noop(
        "You can’t create a link for a new password of {username}: {why}. The operator of this service can set a new "
        "password with “manage.py accounts password {username}”."
    )


class PasswordLinkSpent(Refusal):
    """The link was used, withdrawn or replaced, has expired, or was never ours; or its maker may no longer make it."""

    code = "password_link.spent"
    text = gettext_noop("This link is invalid or no longer valid. Ask an organiser of your club for a new one.")


class ClubIsFull(Refusal):
    code = "club.full"
    text = gettext_noop(
        "A club can have at most {count} players. The operator of this service can raise this limit (CLUB_PLAYERS)."
    )


class TooManyTournaments(Refusal):
    code = "club.too_many_tournaments"
    text = gettext_noop(
        "A club can have at most {count} tournaments. The operator of this service can raise this limit "
        "(CLUB_TOURNAMENTS)."
    )
