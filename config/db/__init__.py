"""What every app's database access goes by: locking, append-only guards, compiled queries, time limits."""
