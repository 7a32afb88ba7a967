"""Forms about people: log-in, profile, availability, staff acts."""
