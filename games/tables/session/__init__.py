"""A locked table with all about it, and the only place where events are written."""
