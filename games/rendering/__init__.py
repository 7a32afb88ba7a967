"""Rendering of the games' templates with Jinja2 and no web framework, so that a browser's Python can draw boards."""
