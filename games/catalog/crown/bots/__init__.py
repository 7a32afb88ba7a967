"""Who plays The Crown of Lombardia by itself, and what it thinks with. A bot sees what its seat sees."""
