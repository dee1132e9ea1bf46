"""Appeals for the table of roles: one filed, one taken by the arbiter, one ruled on."""

import base64

from tests.api.clients import API
from tests.api.tables import DEAL, lines
from tests.builders.disputes import picture

STAGES = {"appeal-rule": "taken", "appeal-close": "ruled"}
NAMES = {"appeals", "appeal", "appeal-picture", "appeal-take", "appeal-withdraw", "appeal-rule", "appeal-close"}
NAMES |= {"rulings"}


class Appeals:
    def __init__(self, house):
        self.stages = {stage: self._filed(house) for stage in ("filed", "taken", "ruled")}
        for stage in ("taken", "ruled"):
            self._post(house, "arbiter", stage, "take", {"revision": 4})
        self._post(house, "arbiter", "ruled", "rule", {"revision": 5, "kind": "upheld", "reason": "So."})

    @staticmethod
    def _filed(house):
        match = house._match(dealing="table")
        sent = {"revision": 2, "moves": lines(DEAL)}
        house._did(house.clients["organiser"].post(f"{API}/matches/{match}/moves/", sent, format="json"))
        sent = {"revision": 3, "statement": "Нет.", "contested": 3, "picture": base64.b64encode(picture()).decode()}
        filed = house.clients["seated"].post(f"{API}/matches/{match}/appeals/", sent, format="json")
        return {"match_id": match, "appeal_id": house._did(filed).json()["appeal"]}

    def _post(self, house, who, stage, act, sent):
        given = self.stages[stage]
        address = f"{API}/matches/{given['match_id']}/appeals/{given['appeal_id']}/{act}/"
        house._did(house.clients[who].post(address, sent, format="json"))

    def given(self, name, match):
        """The values that fill in the address of a row."""
        if name not in NAMES:
            return {}
        found = self.stages[STAGES.get(name, "filed")]
        return {**found, "match_id": match} if name in ("appeals", "rulings") else found

    def body(self, name):
        """The body to send."""
        return {
            "appeals": {"revision": 3, "statement": "Нет.", "contested": 3},
            "appeal-take": {"revision": 4},
            "appeal-withdraw": {"revision": 4},
            "appeal-rule": {"revision": 5, "kind": "annul", "annul_from": 3, "reason": "So."},
            "appeal-close": {"revision": 6},
            "rulings": {"revision": 3, "kind": "void", "reason": "So."},
        }.get(name)
