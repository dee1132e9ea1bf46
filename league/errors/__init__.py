"""Every error that league raises, drawn as a tree; each stands in the module of its area, named in brackets.

LeagueError
├── Unknown                 there is no such thing
│   ├── NothingBehind             (requests)
│   ├── NoSuchRevision            (matches)
│   ├── NoSuchSeat
│   ├── NoSuchMove
│   └── UnknownAlgorithm          (seating)
├── NotAllowed              this person may not
├── Invalid                 what was sent cannot be, however things stand
│   ├── BadRange                  (evidence)
│   ├── KeyReused                 (requests)
│   ├── BadWebhook
│   ├── BadName                   (people)
│   ├── BadText
│   ├── PlayerHasAccount
│   ├── NoteTaken
│   ├── ClubNumberTaken
│   ├── BadAddress
│   ├── UsernameTaken
│   ├── WrongPassword
│   ├── BadFile                   (files)
│   ├── FileDiffers
│   ├── RowRefused
│   ├── RowDiffers
│   ├── NoDecks                   (decks)
│   ├── DeckNameTaken
│   ├── BadOption                 (matches)
│   ├── SeatTwice
│   ├── SeriesOfAnotherGame
│   ├── RecordDiffers
│   ├── BadScoring                (results)
│   ├── NoSeatGiven
│   ├── BadRemedy                 (disputes)
│   ├── BadPicture
│   ├── BadSizes                  (seating)
│   ├── BadTables
│   ├── BadSettings               (tournaments)
│   ├── BadTeam
│   ├── BadSeating
│   ├── ReasonNeeded
│   └── BadSeason                 (seasons)
├── StreamMovedOn           somebody else wrote to the stream first
├── CommandReused           one command id for two different commands
├── NotCanonical            a value that canonical JSON cannot hold
├── UnknownEvent            an event of a kind or schema that nobody registered
├── BrokenUpcasters         kinds were registered that could not be read
├── LinkRefused             the database refused an event that does not continue its chain
│   └── ClockIsOff          since the clocks of database and server are too far apart
├── LedgerBroken            the order of the log contradicts itself
├── UnknownProjection       no projection has this name
├── ProjectionFaulted       a projection cannot take in an event
├── BadSigningKey           the file of a key or of the last checkpoint cannot be used
├── CheckpointRefused       the log is not what was signed before
└── Refusal                 not as things stand
    ├── EvidenceNotYet            (evidence)
    ├── NotSignedYet
    ├── NothingSigned
    ├── TooManyWebhooks           (requests)
    ├── LastOrganiser             (people)
    ├── PlayerErased
    ├── PlayerIsTaken
    ├── InvitationSpent
    ├── MatchesRunning            (files)
    ├── DeckDiffers               (decks)
    ├── SecondPersonNeeded
    ├── MatchIsOver               (matches)
    ├── MatchHasMoves
    ├── MatchHasNoMoves
    ├── NatureIsTheServers
    ├── NoGameThen
    ├── NoSuchGame
    ├── MatchBegan
    ├── SeatHasLeft
    ├── NothingChanged
    ├── MatchIsRunning
    ├── NoSeed
    ├── ResultIncomplete          (results)
    ├── CorrectionNeedsReason
    ├── MatchIsRuled
    ├── MatchUnfinished
    ├── NotRuled
    ├── OwnResult
    ├── AlreadyConfirmed
    ├── ResultIsContested
    ├── ResultIsSettled
    ├── ClaimIsTheResult
    ├── MatchIsUnderAppeal        (disputes)
    ├── AppealIsOpen
    ├── AppealTakenBack
    ├── AppealIsSettled
    ├── AppealTooLate
    ├── AppealWindowOpen
    ├── AppealNotTaken
    ├── RulingIsFinal
    ├── NothingToDecide
    ├── FieldImpossible           (seating)
    ├── GroupsTooSmall            (tournaments)
    ├── WrongPhase
    ├── EntryClosed
    ├── AlreadyEntered
    ├── NotAsThingsStand
    ├── NobodyLeft
    ├── NoStage
    ├── NoDraft
    ├── DraftThere
    ├── DraftOutdated
    ├── EntrantsErased
    ├── RoundsLeft
    ├── ResultsMissing
    ├── LevelTables
    ├── LevelAtTheEnd
    ├── SeasonIsClosed            (seasons)
    ├── SeasonIsOpen
    ├── EventTaken
    ├── EventsUnfinished
    └── LevelAtTheCut
"""

# ruff: noqa: F403 - the tree names them all, and a test compares

from league.errors.base import *
from league.errors.decks import *
from league.errors.disputes import *
from league.errors.evidence import *
from league.errors.files import *
from league.errors.log import *
from league.errors.matches import *
from league.errors.people import *
from league.errors.requests import *
from league.errors.results import *
from league.errors.seasons import *
from league.errors.seating import *
from league.errors.tournaments import *
