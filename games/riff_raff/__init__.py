"""Riff Raff."""

from games.riff_raff.game import RiffRaff

ENGINE = RiffRaff()
