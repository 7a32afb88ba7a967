"""Views: they parse the request, call a selector or service, and render."""
