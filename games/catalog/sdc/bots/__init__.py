"""Who plays SdC Poker by itself, and what it thinks with. A bot sees what its seat sees."""
