"""Dates and times in English: the day first, the month by its name, so that nobody takes one for the other."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
DATETIME_FORMAT = "j M Y, H:i:s"
