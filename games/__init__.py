"""Rules of play: plain Python, without Django, clock, database or network."""
