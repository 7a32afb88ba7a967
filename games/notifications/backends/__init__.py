"""One module a channel: it sends, and knows no database. Foreign addresses go through safe_http."""
