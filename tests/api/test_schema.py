"""The schema is complete and equals the one in the docs."""

import re

import pytest

from tests.paths import ROOT

VERBS = ("get", "post", "put", "patch", "delete")
WRITTEN = ROOT / "docs" / "openapi.yaml"


@pytest.fixture
def schema(client):
    return client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json()


def operations(schema):
    return [methods[verb] for methods in schema["paths"].values() for verb in VERBS if verb in methods]


def test_the_schema_in_the_docs_is_the_one_that_is_served(client):
    served = client.get("/api/v1/schema/", headers={"Accept": "application/yaml"}).content.decode()

    assert WRITTEN.read_text() == served, "./ludex manage spectacular --file docs/openapi.yaml"


def test_every_operation_has_a_summary_a_unique_name_and_declares_its_problems(schema):
    named = [operation["operationId"] for operation in operations(schema)]
    unsaid = [operation["operationId"] for operation in operations(schema) if not operation["summary"]]
    trusting = [
        operation["operationId"] for operation in operations(schema) if not {"401", "503"} <= {*operation["responses"]}
    ]

    assert (unsaid, trusting, len({*named})) == ([], [], len(named))


def test_moves_and_imports_come_with_examples(schema):
    moves = schema["paths"]["/api/v1/matches/{match_id}/moves/"]["post"]["requestBody"]["content"]
    records = schema["paths"]["/api/v1/records/"]["post"]["requestBody"]["content"]

    assert len(moves["application/json"]["examples"]) == 2
    assert [*records] == ["text/plain", "application/json"]
    assert all(content["examples"] for content in records.values())


def test_inputs_accept_only_declared_fields(schema):
    loose = [
        name
        for name, described in schema["components"]["schemas"].items()
        if name.endswith("Input") and described.get("type") == "object" and described["additionalProperties"]
    ]

    assert loose == []


def test_parameters_are_in_the_order_of_the_address(schema):
    swapped = [
        path
        for path, methods in schema["paths"].items()
        for operation in (methods[verb] for verb in VERBS if verb in methods)
        if [each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"]
        != re.findall(r"\{([a-z_]+)\}", path)
    ]
    role = schema["paths"]["/api/v1/clubs/{club_id}/roles/{role}/{account_id}/"]["delete"]

    assert swapped == []
    assert [each["name"] for each in role["parameters"]] == ["club_id", "role", "account_id"]


def test_settings_that_change_have_the_members_of_settings_and_need_none(schema):
    whole, changes = (schema["components"]["schemas"][name] for name in ("Settings", "SettingsInput"))

    assert [*changes["properties"]] == [*whole["properties"]]
    assert "required" not in changes
    assert changes["properties"]["capacity"] == {
        "description": "Entrants. More are put on the waiting list.",
        "type": ["integer", "null"],
    }


def test_a_body_of_which_members_go_together_is_one_of_several(schema):
    bodies = schema["components"]["schemas"]
    player, team = ({*bodies[f"{way}EntryInput"]["properties"]} for way in ("Player", "Team"))

    assert bodies["EntryInput"]["oneOf"] == [
        {"$ref": "#/components/schemas/PlayerEntryInput"},
        {"$ref": "#/components/schemas/TeamEntryInput"},
    ]
    assert (player, team) == ({"player", "seed", "revision"}, {"name", "players", "seed", "revision"})
    assert bodies["OneMovesInput"]["required"] == ["revision", "seat", "move"]


def test_text_that_may_not_be_blank_has_a_pattern(schema):
    reason = schema["components"]["schemas"]["PenaltyInput"]["properties"]["reason"]

    assert reason == {"type": "string", "maxLength": 1000, "pattern": r"^\s*\S"}


def test_a_token_is_sent_as_a_bearer(schema):
    scheme = schema["components"]["securitySchemes"]["token"]

    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
