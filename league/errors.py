"""Every error that league raises, drawn as a tree.

LeagueError
"""

from typing import ClassVar


class LeagueError(Exception):
    """A refusal with a stable `code`, the `params` that name the culprit, and a text for people."""

    code: ClassVar[str] = "league.error"
    text: ClassVar[str] = "The league refused this."

    def __init__(self, **params: object) -> None:
        super().__init__(self.text.format(**params))
        self.params = params
