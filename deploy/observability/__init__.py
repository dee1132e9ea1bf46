"""What the service tells of itself: health, measurements, log lines; no name, text, token or hidden hand is in it."""
