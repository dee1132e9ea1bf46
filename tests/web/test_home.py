def test_the_first_page_says_where_one_is(client):
    response = client.get("/")

    assert response.status_code == 200
    assert "<h1>Ludex</h1>" in response.content.decode()
