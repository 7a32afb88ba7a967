"""The pages of ended matches."""
