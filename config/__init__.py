"""The project: settings, addresses, the Celery app, middleware, and how the site runs."""
