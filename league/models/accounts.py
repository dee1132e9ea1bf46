"""Who signs in."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An account. Its id is what events hold; names and contacts stay here, where they can be erased."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
