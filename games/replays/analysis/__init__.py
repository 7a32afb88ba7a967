"""The analysis of a match: every decision of a seat compared with what the strong bot would have done."""
