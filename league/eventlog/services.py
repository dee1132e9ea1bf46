"""What the worker does with the log."""

from league.eventlog.projections import runner


def catch_up_projections() -> None:
    """Seal what was committed and bring every projection up to it. Safe to run twice at once."""
    runner.catch_up_all()
