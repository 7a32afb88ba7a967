"""The app that works without a connection: service worker, kept pages, waiting moves, the page of practice."""
