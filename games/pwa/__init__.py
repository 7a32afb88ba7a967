"""The app that works without a connection: service worker, stored pages, waiting moves, the page of practice."""
