"""Database access for all apps: locking, append-only tables, compiled queries, time limits."""
