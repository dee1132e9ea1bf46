"""A tournament: what its facts make of it, and what can be decided on it. Everything is a pure function of values."""
