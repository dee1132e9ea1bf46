"""Rules of play: plain Python, no framework, clock, database or network."""
