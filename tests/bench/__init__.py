"""Benchmarks: what a move costs, held against a minimal Django move in the same run. `make bench`."""
