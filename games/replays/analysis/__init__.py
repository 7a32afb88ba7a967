"""Where somebody went wrong: every decision of a seat held against what a strong player would have made of it then."""
