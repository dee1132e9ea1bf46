"""A whole evening played over the API of a running service, with standings compared by every path."""
