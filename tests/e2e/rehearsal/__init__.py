"""A whole evening, played end to end through the API of a running service, and looked at from all sides."""
