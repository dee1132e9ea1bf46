"""New ids."""

import os
import time
from uuid import UUID

from league.common.ids import uuid7


def new_id() -> UUID:
    """An id that nobody has yet and that sorts behind those made before."""
    return uuid7(time.time_ns() // 1_000_000, os.urandom(10))
