"""Matches between bots, in memory and through the contract alone: no database, no web, no clock but a stop-watch."""
