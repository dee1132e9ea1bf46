"""How dates and times are written, by language, wherever the service writes any for people."""
