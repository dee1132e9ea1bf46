"""Round robin."""
