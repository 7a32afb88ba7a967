"""Moderation at tables: freezing, voiding, playing for a seat, stand-ins, players' approval."""
