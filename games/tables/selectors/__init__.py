"""What pages read of tables, seats and logs. Nothing here writes."""
