"""Swiss."""
