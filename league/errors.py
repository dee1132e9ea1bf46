"""Every error that league raises, drawn as a tree.

LeagueError
├── Unknown                 there is no such thing
│   ├── NoSuchRevision
│   ├── NothingBehind
│   ├── NoSuchSeat
│   ├── NoSuchMove
│   └── UnknownAlgorithm
├── NotAllowed              this person may not
├── Invalid                 what was sent cannot be, however things stand
│   ├── BadName
│   ├── BadOption
│   ├── SeatTwice
│   ├── SeriesOfAnotherGame
│   ├── PlayerHasAccount
│   ├── NoteTaken
│   ├── ClubNumberTaken
│   ├── BadAddress
│   ├── BadWebhook
│   ├── UsernameTaken
│   ├── WrongPassword
│   ├── NoDecks
│   ├── BadFile
│   ├── FileDiffers
│   ├── RowRefused
│   ├── RowDiffers
│   ├── DeckNameTaken
│   ├── BadScoring
│   ├── NoSeatGiven
│   ├── BadRemedy
│   ├── BadPicture
│   ├── RecordDiffers
│   ├── KeyReused
│   ├── BadRange
│   ├── BadSizes
│   ├── BadTables
│   ├── BadSettings
│   ├── BadTeam
│   ├── BadSeating
│   ├── BadSeason
│   └── ReasonNeeded
├── StreamMovedOn           somebody else wrote to the stream first
├── CommandReused           one command id for two different commands
├── NotCanonical            a value that canonical JSON cannot hold
├── UnknownEvent            an event of a kind or schema that nobody registered
├── BrokenUpcasters         kinds were registered that could not be read
├── LinkRefused             the database refused an event that does not continue its chain
│   └── ClockIsOff          since the clocks of database and server are too far apart
├── LedgerBroken            the order of the log contradicts itself
├── BadSigningKey           the file of a key or of the last checkpoint cannot be used
├── CheckpointRefused       the log is not what was signed before
├── UnknownProjection       no projection has this name
├── ProjectionFaulted       a projection cannot take in an event
└── Refusal                 not as things stand
    ├── MatchIsOver
    ├── MatchIsUnderAppeal
    ├── AppealIsOpen
    ├── AppealIsSettled
    ├── AppealTooLate
    ├── AppealWindowOpen
    ├── AppealNotTaken
    ├── RulingIsFinal
    ├── MatchHasMoves
    ├── MatchHasNoMoves
    ├── NatureIsTheServers
    ├── NoGameThen
    ├── NoSuchGame
    ├── ResultIncomplete
    ├── CorrectionNeedsReason
    ├── MatchIsRuled
    ├── MatchUnfinished
    ├── MatchBegan
    ├── NothingChanged
    ├── NothingToDecide
    ├── NotRuled
    ├── OwnResult
    ├── AlreadyConfirmed
    ├── ResultIsContested
    ├── ResultIsSettled
    ├── ClaimIsTheResult
    ├── SecondPersonNeeded
    ├── DeckDiffers
    ├── LastOrganiser
    ├── PlayerErased
    ├── PlayerIsTaken
    ├── InvitationSpent
    ├── MatchIsRunning
    ├── MatchesRunning
    ├── NoSeed
    ├── EvidenceNotYet
    ├── NotSignedYet
    ├── NothingSigned
    ├── TooManyWebhooks
    ├── FieldImpossible
    ├── GroupsTooSmall
    ├── WrongPhase
    ├── EntryClosed
    ├── AlreadyEntered
    ├── NotAsThingsStand
    ├── NobodyLeft
    ├── NoStage
    ├── NoDraft
    ├── DraftThere
    ├── DraftOutdated
    ├── RoundsLeft
    ├── ResultsMissing
    ├── LevelTables
    ├── SeasonIsClosed
    ├── SeasonIsOpen
    ├── EventTaken
    ├── EventsUnfinished
    └── LevelAtTheCut
"""

from typing import ClassVar
from uuid import UUID

from games.errors import LONGEST_PARAM, gettext_noop


class LeagueError(Exception):
    """A refusal with a stable `code`, the `params` that name the culprit, and a text for people."""

    code: ClassVar[str] = "league.error"
    text: ClassVar[str] = gettext_noop("The league refused this.")

    def __init__(self, **params: object) -> None:
        self.params = {name: _short(value) for name, value in params.items()}
        super().__init__(self.text.format(**self.params))


def _short(value: object) -> object:
    """A param as it is, unless it would flood whoever reads the message."""
    if value is None or isinstance(value, int | UUID):
        return value
    text = value if isinstance(value, str) else str(value)  # a Phrase stays one
    return text if len(text) <= LONGEST_PARAM else f"{text[:LONGEST_PARAM]}…"


class Unknown(LeagueError):
    code = "unknown"
    text = gettext_noop("There is no {kind} {id}.")


class NotAllowed(LeagueError):
    code = "not_allowed"
    text = gettext_noop("You may not {act}: {why}.")


class Refusal(LeagueError):
    """What was asked cannot be done as things stand."""

    code = "refused"


class Invalid(LeagueError):
    """What was sent cannot be, however things stand."""

    code = "invalid"


class MatchIsOver(Refusal):
    code = "match.over"
    text = gettext_noop("The match is over.")


class MatchIsUnderAppeal(Refusal):
    code = "match.under_appeal"
    text = gettext_noop("An official has an appeal in hand; play goes on after the ruling.")


class AppealIsOpen(Refusal):
    code = "appeal.open"
    text = gettext_noop("An appeal waits for a ruling already.")


class AppealIsSettled(Refusal):
    code = "appeal.state"
    text = gettext_noop("This cannot be done: {state}.")


class AppealTooLate(Refusal):
    code = "appeal.too_late"
    text = gettext_noop("It is too late to appeal; that was possible until {until}.")


class AppealWindowOpen(Refusal):
    code = "appeal.window_open"
    text = gettext_noop("The ruling can be appealed until {until}; the appeal is closed after that.")


class AppealNotTaken(Refusal):
    code = "appeal.not_taken"
    text = gettext_noop("You do not have this appeal in hand; take it first.")


class RulingIsFinal(Refusal):
    code = "ruling.final"
    text = gettext_noop("This ruling is final.")


class MatchHasMoves(Refusal):
    code = "match.has_moves"
    text = gettext_noop("The results of this match follow from its moves; they are not reported.")


class MatchHasNoMoves(Refusal):
    code = "match.has_no_moves"
    text = gettext_noop("This match is kept by its results alone; it takes no moves.")


class NoGameThen(Refusal):
    code = "match.no_game_then"
    text = gettext_noop("No game is under way there, at revision {revision}; no line can be tried.")


class NatureIsTheServers(Refusal):
    code = "match.nature"
    text = gettext_noop("The service deals and draws in this match; nobody moves for nature.")


class NoSuchGame(Refusal):
    code = "match.no_such_game"
    text = gettext_noop("This match has no game {round}.{game}.")


class ResultIncomplete(Refusal):
    code = "match.result_incomplete"
    text = gettext_noop("The result of game {round}.{game} needs its points (or racks) and its reason.")


class CorrectionNeedsReason(Refusal):
    code = "match.correction_needs_reason"
    text = gettext_noop("Game {round}.{game} has a result; a correction has to say why.")


class MatchIsRuled(Refusal):
    code = "match.ruled"
    text = gettext_noop("The match was ruled {outcome} ({why}); an official reopens it first.")


class MatchUnfinished(Refusal):
    code = "match.unfinished"
    text = gettext_noop("Game {round}.{game} has no result yet.")


class MatchBegan(Refusal):
    code = "match.began"
    text = gettext_noop("Something of the match is written down already; this can be changed before play only.")


class NothingChanged(Refusal):
    code = "match.nothing_changed"
    text = gettext_noop("That is how the match is already.")


class NothingToDecide(Refusal):
    code = "policy.nothing_to_decide"
    text = gettext_noop("A policy is chosen with rulings and corrections of results; this is neither.")


class NotRuled(Refusal):
    code = "match.not_ruled"
    text = gettext_noop("The match is neither forfeit nor void; there is nothing to take back.")


class OwnResult(Refusal):
    code = "match.own_result"
    text = gettext_noop("Seat {seat} stands by this result already; another seat or an official confirms it.")


class AlreadyConfirmed(Refusal):
    code = "match.confirmed"
    text = gettext_noop("The result is confirmed already.")


class ResultIsContested(Refusal):
    code = "match.contested"
    text = gettext_noop("The result is contested; an official settles it with a reason, or corrects it.")


class ResultIsSettled(Refusal):
    code = "match.settled"
    text = gettext_noop("An official has settled this result.")


class ClaimIsTheResult(Refusal):
    code = "match.claim_same"
    text = gettext_noop("What is claimed of game {round}.{game} is the result that it has.")


class NoSeatGiven(Invalid):
    code = "match.no_seat_given"
    text = gettext_noop("Say which seats.")


class BadRemedy(Invalid):
    code = "ruling.bad"
    text = gettext_noop("{key}: {why}.")


class BadPicture(Invalid):
    code = "appeal.picture"
    text = gettext_noop("This picture cannot be taken: {why}.")


class RecordDiffers(Invalid):
    code = "match.record_differs"
    text = gettext_noop("The record is not of this match: {why}.")


class BadName(Invalid):
    code = "name.bad"
    text = gettext_noop("{name} cannot be a name: {why}.")


class SeatTwice(Invalid):
    code = "match.seat_twice"
    text = gettext_noop("{player} has two seats.")


class SeriesOfAnotherGame(Invalid):
    code = "match.series"
    text = gettext_noop("The series {series} is of {game}.")


class PlayerHasAccount(Invalid):
    code = "player.has_account"
    text = gettext_noop("The account {username} is a player of this club already.")


class NoteTaken(Invalid):
    code = "player.note_taken"
    text = gettext_noop("The club has another {name} with the note {note}.")


class ClubNumberTaken(Invalid):
    code = "player.club_number_taken"
    text = gettext_noop("Another player of the club has the number {number}.")


class BadWebhook(Invalid):
    code = "webhook.bad_address"
    text = gettext_noop("Messages cannot be sent to {url}: {why}.")


class TooManyWebhooks(Refusal):
    code = "webhook.too_many"
    text = gettext_noop("A club has {most} webhooks at most.")


class BadAddress(Invalid):
    code = "player.bad_address"
    text = gettext_noop("{email} is no e-mail address.")


class LastOrganiser(Refusal):
    code = "club.last_organiser"
    text = gettext_noop("{username} is the last organiser of the club; make somebody else organiser first.")


class PlayerErased(Refusal):
    code = "player.erased"
    text = gettext_noop("This player was erased.")


class PlayerIsTaken(Refusal):
    code = "player.taken"
    text = gettext_noop("This player has an account already.")


class InvitationSpent(Refusal):
    """It was used, withdrawn or replaced, has run out, or is none of ours."""

    code = "invitation.spent"
    text = gettext_noop("This invitation is not valid, or not any more; ask for another one.")


class NoSuchRevision(Unknown):
    code = "match.no_such_revision"
    text = gettext_noop("The match has no revision {revision}; its last is {last}.")


class NothingBehind(Unknown):
    code = "feed.nothing_behind"
    text = gettext_noop("There is no revision {revision} to go on from; the last is {last}.")


class NoSuchSeat(Unknown):
    code = "match.no_such_seat"
    text = gettext_noop("The match has no seat {seat}; its last is {last}.")


class NoSuchMove(Unknown):
    code = "match.no_such_move"
    text = gettext_noop("No move that stands was made at revision {revision}.")


class WrongPassword(Invalid):
    code = "account.password"
    text = gettext_noop("That is not the password of this account.")


class UsernameTaken(Invalid):
    code = "account.taken"
    text = gettext_noop("The name {username} is taken.")


class MatchIsRunning(Refusal):
    code = "match.running"
    text = gettext_noop("The match is not over; its seed is sealed until then.")


class MatchesRunning(Refusal):
    """Nobody may have hidden racks and sealed seeds before the match is over, in a file neither."""

    code = "export.running"
    text = gettext_noop(
        "{match} and perhaps others ({count} in all) are dealt by the service and not over; leave them out."
    )


class NoSeed(Refusal):
    code = "match.no_seed"
    text = gettext_noop("The table dealt in this match; there is no seed.")


class EvidenceNotYet(Refusal):
    """Hashes of what can be guessed give it away, so nobody has them before the end."""

    code = "evidence.running"
    text = gettext_noop("The match {match} is not over; its evidence would tell what it hides.")


class NotSignedYet(Refusal):
    """The newest checkpoint is older than the last event; the next one comes within seconds."""

    code = "evidence.not_signed_yet"
    text = gettext_noop("Event {seq} of {stream} is not in a signed checkpoint yet; ask again in some seconds.")


class NothingSigned(Refusal):
    """There is no key, so there are no checkpoints."""

    code = "checkpoint.none"
    text = gettext_noop("No checkpoint was signed here.")


class BadRange(Invalid):
    code = "checkpoint.range"
    text = gettext_noop("A log of {first} events is no beginning of one of {second}.")


class NoDecks(Invalid):
    code = "deck.none"
    text = gettext_noop("The game {game} has no decks to choose from.")


class BadFile(Invalid):
    code = "file.unreadable"
    text = gettext_noop("The file cannot be read: {why}.")


class FileDiffers(Invalid):
    """Another file, or read otherwise, than the one whose preview had the hash."""

    code = "file.differs"
    text = gettext_noop("This is not the file that was looked at; look at it again first.")


class RowRefused(Invalid):
    code = "file.row"
    text = gettext_noop("Line {line}: {why}.")


class RowDiffers(Invalid):
    """What a line of an exported club says of something that is here already, and is otherwise."""

    code = "file.row_differs"
    text = gettext_noop("Line {line}: {id} is here already, and differs.")


class DeckNameTaken(Invalid):
    code = "deck.taken"
    text = gettext_noop("The club has another deck of {game} called {name}.")


class DeckDiffers(Refusal):
    code = "deck.differs"
    text = gettext_noop("The deck {name} has the hash {hash}, not {given}.")


class SecondPersonNeeded(Refusal):
    code = "deck.second_person"
    text = gettext_noop("Whoever typed the deck {name} in cannot confirm it; a second person does.")


class BadOption(Invalid):
    code = "match.option"
    text = gettext_noop("{key}: {value} is not {wanted}.")


class BadScoring(Invalid):
    code = "scoring.bad"
    text = gettext_noop("{key}: {why}.")


class KeyReused(Invalid):
    code = "idempotency.reused"
    text = gettext_noop("The Idempotency-Key {key} was used for something else.")


class StreamMovedOn(LeagueError):
    """The stream's last event is `actual`, not `expected`: read again, then decide again."""

    code = "stream_moved_on"
    text = gettext_noop("{stream} is at revision {actual}, not {expected}.")


class CommandReused(LeagueError):
    """The command id was used before, at this place of the stream, for something else."""

    code = "command_reused"
    text = gettext_noop("Command {command_id} has already written something else to {stream}.")


class NotCanonical(LeagueError):
    """A value that canonical JSON cannot hold: `path` leads to it (`payload.moves.3`), `reason` tells why."""

    code = "not_canonical"
    text = gettext_noop("“{path}” cannot be stored: {reason}.")


class UnknownEvent(LeagueError):
    """An event of a kind or schema that nobody registered; it is never skipped."""

    code = "unknown_event"
    text = gettext_noop("No one knows how to read events “{kind}” of schema {schema}.")


class BrokenUpcasters(LeagueError):
    """Kinds were registered that could not be read: raised at start-up, never at a reader."""

    code = "broken_upcasters"
    text = gettext_noop("Events “{kind}”: {reason}.")


class LinkRefused(LeagueError):
    """The database refused an event that does not continue its chain; `reason` tells in what."""

    code = "link_refused"
    text = gettext_noop("Event {seq} of {stream} is refused: {reason}.")


class ClockIsOff(LinkRefused):
    """The clocks of this server and of the database differ by more than 5 seconds; nothing was stored."""

    code = "clock_is_off"


class LedgerBroken(LeagueError):
    """The order of the log contradicts itself; `position` is where."""

    code = "ledger_broken"
    text = gettext_noop("The ledger is broken at position {position}: {reason}.")


class BadSigningKey(LeagueError):
    """The file of a signing key, or of the checkpoint that was signed last, cannot be read, written or believed."""

    code = "bad_signing_key"
    text = gettext_noop("The file {path} cannot be used: {why}.")


class CheckpointRefused(LeagueError):
    """The log is not what was signed before; nothing is signed until somebody has looked into it."""

    code = "checkpoint_refused"
    text = gettext_noop("No checkpoint is signed: {why}.")


class UnknownProjection(LeagueError):
    """No projection has this name."""

    code = "unknown_projection"
    text = gettext_noop("There is no projection “{name}”.")


class ProjectionFaulted(LeagueError):
    """A projection cannot take in the event at `position`; `reason` is the error it met."""

    code = "projection_faulted"
    text = gettext_noop("Projection “{name}” stopped at position {position}: {reason}.")


class BadSizes(Invalid):
    """Sizes that tables cannot have; `why` tells what is wrong."""

    code = "seating.sizes"
    text = gettext_noop("Tables cannot have the sizes {sizes}: {why}.")


class BadTables(Invalid):
    """An arrangement by hand that is none, such as somebody at two tables."""

    code = "seating.tables"
    text = gettext_noop("This is no seating: {why}.")


class UnknownAlgorithm(Unknown):
    """No draw is made by this name and version."""

    code = "seating.algorithm"
    text = gettext_noop("Nothing draws rounds by the name {name}.")


class FieldImpossible(Refusal):
    """So many cannot be seated at tables of these sizes; `advice` tells how many could."""

    code = "seating.field"
    text = gettext_noop("{players} cannot be seated at tables of {sizes}: {advice}.")


class GroupsTooSmall(Refusal):
    """So many groups would have entrants with nobody to play."""

    code = "tournament.groups_too_small"
    text = gettext_noop("{players} cannot be dealt out into {groups} groups: at least {least} are needed.")


class BadSettings(Invalid):
    code = "tournament.settings"
    text = gettext_noop("{key}: {why}.")


class BadTeam(Invalid):
    code = "tournament.team"
    text = gettext_noop("{entrant} cannot enter: {why}.")


class BadSeating(Invalid):
    code = "tournament.seating"
    text = gettext_noop("{entrant}: {why}.")


class ReasonNeeded(Invalid):
    code = "tournament.reason"
    text = gettext_noop("Say why.")


class WrongPhase(Refusal):
    code = "tournament.phase"
    text = gettext_noop("You cannot {act}: the tournament is {phase}.")


class EntryClosed(Refusal):
    code = "tournament.entry_closed"
    text = gettext_noop("Nobody can enter: {why}.")


class AlreadyEntered(Refusal):
    code = "tournament.entered"
    text = gettext_noop("{entrant} has entered already.")


class NotAsThingsStand(Refusal):
    code = "tournament.entrant"
    text = gettext_noop("{entrant}: {why}.")


class NobodyLeft(Refusal):
    code = "tournament.nobody"
    text = gettext_noop("Too few entrants are there to play.")


class NoStage(Refusal):
    code = "tournament.no_stage"
    text = gettext_noop("There is no stage {number} to play.")


class NoDraft(Refusal):
    code = "tournament.no_draft"
    text = gettext_noop("No round is drawn.")


class DraftThere(Refusal):
    """A draft would be lost, with all changes that were made to it."""

    code = "tournament.draft_there"
    text = gettext_noop("Round {round} is drawn already. Publish it, or ask for it to be drawn anew.")


class DraftOutdated(Refusal):
    """The field changed after the draw: `entrants` are left out, or are no longer there."""

    code = "tournament.draft_outdated"
    text = gettext_noop("The field has changed since the draw; draw again, or change it by hand: {entrants}.")


class RoundsLeft(Refusal):
    code = "tournament.rounds"
    text = gettext_noop("This is not due as the rounds stand: {why}.")


class ResultsMissing(Refusal):
    code = "tournament.results_missing"
    text = gettext_noop("Round {round} lacks results of tables {tables}.")


class LevelTables(Refusal):
    code = "tournament.level"
    text = gettext_noop("These tables of the knock-out ended level; decide who goes on: {tables}.")


class BadSeason(Invalid):
    code = "season.rules"
    text = gettext_noop("{key}: {why}.")


class SeasonIsClosed(Refusal):
    code = "season.closed"
    text = gettext_noop("The season {season} is closed; reopen it first.")


class SeasonIsOpen(Refusal):
    code = "season.open"
    text = gettext_noop("The season {season} is not closed.")


class EventTaken(Refusal):
    code = "season.event_taken"
    text = gettext_noop("{tournament} counts in the season {season} already.")


class EventsUnfinished(Refusal):
    code = "season.unfinished"
    text = gettext_noop("These events of the season are not finished: {tournaments}.")


class LevelAtTheCut(Refusal):
    """Who goes up or down depends on the order of players who are level."""

    code = "season.level"
    text = gettext_noop("Division {division}: decide the order of those who are level at the cut: {players}.")
