"""A few walks through the site in Firefox and WebKit."""
