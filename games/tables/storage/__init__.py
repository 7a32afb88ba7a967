"""How states and ended logs are kept: snapshots and their differences, packed records. Knows no database."""
