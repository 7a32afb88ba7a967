"""The project: settings, URLs, the Celery app, middleware, and the server."""
