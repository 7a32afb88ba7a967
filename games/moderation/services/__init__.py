"""What moderators do at tables: freeze, void, play for a seat, stand-ins, the word of the people there."""
