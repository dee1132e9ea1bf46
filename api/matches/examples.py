"""Examples of what is sent to matches, for the documentation."""

from drf_spectacular.utils import OpenApiExample

_CLUB = "01997a2e-5b3c-7d10-9e4f-2a6b8c0d1e2f"
_ANNA = "01997a2e-6c4d-7e21-8f50-3b7c9d1e2f30"
_BORIS = "01997a2e-7d5e-7f32-9061-4c8d0e2f3041"

OPENINGS = [
    OpenApiExample(
        "The service deals",
        {"club": _CLUB, "game": "rummikub", "seats": [_ANNA, _BORIS], "options": {"rounds": 1}},
        request_only=True,
    ),
    OpenApiExample(
        "By results alone",
        {"club": _CLUB, "game": "rummikub", "seats": [_ANNA, _BORIS], "level": "score"},
        request_only=True,
    ),
]

MOVES = [
    OpenApiExample(
        "One move",
        {"revision": 3, "seat": 0, "move": "play +r10,b10,k10", "seconds": 12},
        request_only=True,
    ),
    OpenApiExample(
        "Several moves of a table that is written down",
        {
            "revision": 4,
            "moves": [{"seat": 1, "move": "draw"}, {"seat": -1, "move": "b13"}, {"seat": 0, "move": "draw"}],
        },
        request_only=True,
    ),
    OpenApiExample("Recorded", {"revision": 7}, response_only=True, status_codes=["201"]),
]

RESULTS = [
    OpenApiExample(
        "Points",
        {"revision": 1, "round": 1, "game": 1, "points": [24, -24], "reason": "out"},
        request_only=True,
    ),
    OpenApiExample(
        "A correction",
        {"revision": 2, "points": [26, -26], "reason": "out", "correction": "A tile lay under the table."},
        request_only=True,
    ),
]

CONTESTS = [
    OpenApiExample(
        "With what it was instead",
        {
            "revision": 2,
            "reason": "The rows were swapped.",
            "claims": [{"round": 1, "game": 1, "points": [-24, 24], "reason": "out"}],
        },
        request_only=True,
    ),
]

FORKS = [
    OpenApiExample(
        "Would another play have been legal?",
        {"revision": 9, "start": "before", "moves": [{"seat": 0, "move": "play +r10,b10,k10"}]},
        request_only=True,
    ),
    OpenApiExample(
        "A line with what nature gives",
        {
            "revision": 9,
            "moves": [{"seat": 1, "move": "draw"}, {"seat": -1, "move": "b13"}, {"seat": 0, "move": "draw"}],
        },
        request_only=True,
    ),
]
