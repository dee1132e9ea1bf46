"""The schema is complete and equals the one in the docs."""

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
        if name.endswith("Input") and described["additionalProperties"] is not False
    ]

    assert loose == []
