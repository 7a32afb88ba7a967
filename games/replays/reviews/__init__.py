"""A replay looked at together: everybody is shown the position of the one who leads, each with what they may see."""
