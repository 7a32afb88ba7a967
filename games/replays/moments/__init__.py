"""Positions of ended matches as pictures to be shared."""
