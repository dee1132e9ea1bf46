"""What a decision on a match changes: two worlds beside each other, one as it is and one as it would be."""
