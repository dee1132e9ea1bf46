"""Dates and times in Russian."""

DATE_FORMAT = SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
DATETIME_FORMAT = "d.m.Y H:i:s"
