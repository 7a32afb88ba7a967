"""Clocks of seats as plain values: time controls, people's availability, and the clock of one question.

Standard library only: the programs that verify records include this package.
"""
