"""Errors of clubs."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class FileDiffers(Invalid):
    """Another file, or read otherwise, than the one whose preview had the hash."""

    code = "file.differs"
    text = gettext_noop("This is not the file that was looked at; look at it again first.")


class RowRefused(Invalid):
    code = "file.row"
    text = gettext_noop("Line {line}: {why}.")


class PlayerHasAccount(Invalid):
    code = "player.has_account"
    text = gettext_noop("The account {username} is a player of this club already.")


class NoteTaken(Invalid):
    code = "player.note_taken"
    text = gettext_noop("The club has another {name} with the note {note}.")


class ClubNumberTaken(Invalid):
    code = "player.club_number_taken"
    text = gettext_noop("Another player of the club has the number {number}.")


class BadAddress(Invalid):
    code = "player.bad_address"
    text = gettext_noop("{email} is no e-mail address.")


class UsernameTaken(Invalid):
    code = "account.taken"
    text = gettext_noop("The name {username} is taken.")


class WrongPassword(Invalid):
    code = "account.password"
    text = gettext_noop("That is not the password of this account.")


class LastOrganiser(Refusal):
    code = "club.last_organiser"
    text = gettext_noop("{username} is the last organiser of the club; make somebody else organiser first.")


class PlayerErased(Refusal):
    code = "player.erased"
    text = gettext_noop("{player} was erased and takes part in nothing any more.")


class PlayerIsTaken(Refusal):
    code = "player.taken"
    text = gettext_noop("This player has an account already.")


class InvitationSpent(Refusal):
    """It was used, withdrawn or replaced, has run out, or is none of ours."""

    code = "invitation.spent"
    text = gettext_noop("This invitation is not valid, or not any more; ask for another one.")
