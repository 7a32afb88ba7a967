"""What staff may do to people: permissions, ties, second opinions, sanctions."""
