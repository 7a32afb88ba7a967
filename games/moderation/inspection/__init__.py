"""Inspecting tables: positions and legal moves for moderators, replay checks, collusion flags."""
