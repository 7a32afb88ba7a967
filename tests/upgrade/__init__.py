"""Databases as each release left them, and a test that today's code goes on with them."""
