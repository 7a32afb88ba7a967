"""One module per channel, sending messages without the database. Requests to foreign addresses go through safe_http."""
