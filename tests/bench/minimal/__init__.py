"""The yardstick: the least a Django site does for a move. Log-in, CSRF, one get, one insert, one update."""
