import uuid

import pytest
from django.contrib.auth import get_user_model


@pytest.mark.django_db
def test_an_account_has_a_uuid():
    user = get_user_model().objects.create_user("anna", password="correct horse")

    assert isinstance(user.pk, uuid.UUID)
    assert get_user_model().objects.get(pk=user.pk).username == "anna"
