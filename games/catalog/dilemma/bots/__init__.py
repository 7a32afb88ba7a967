"""Who plays Dilemma Hold'em by itself, and what it thinks with. A bot sees what its seat sees."""
