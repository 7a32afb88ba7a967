"""Who plays Dou Dizhu by itself, and what it thinks with. A bot sees what its seat sees."""
