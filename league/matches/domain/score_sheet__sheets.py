"""Score sheets as rows keep them."""

import msgspec

from league.matches.domain.score_sheet import Sheet

# Events that leave the sheet of a match as it is; there are many of them.
QUIET = frozenset({"move.played", "game.opened", "seed.revealed"})

read = msgspec.json.Decoder(Sheet).decode  # the sheet that a row holds, from its JSON
