def test_the_schema_names_the_service(client):
    response = client.get("/api/v1/schema/", {"format": "json"})

    assert response.status_code == 200
    assert response.json()["info"]["title"] == "Ludex"
