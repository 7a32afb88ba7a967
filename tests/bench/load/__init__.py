"""A crowd at the tables, as browsers are, and what that costs the web processes, PostgreSQL and the crowd itself."""
