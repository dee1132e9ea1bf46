"""The transparency log over all events: its Merkle tree, signed checkpoints, and proofs."""
