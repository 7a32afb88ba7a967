"""Middleware for users: sanctions, language, time zone, devices and networks."""
