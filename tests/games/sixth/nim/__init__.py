"""Nim."""

from .game import Nim

ENGINE = Nim()
