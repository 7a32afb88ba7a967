"""Middleware for all requests: limits, security headers, compression, an unavailable database."""
