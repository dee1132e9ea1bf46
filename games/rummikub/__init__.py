"""Rummikub (Sabra rules)."""

from games.rummikub.game import Rummikub

ENGINE = Rummikub()
