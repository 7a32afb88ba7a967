"""Matches between bots, in memory and only through the game contract: no database, no web, no clock but a stopwatch."""
