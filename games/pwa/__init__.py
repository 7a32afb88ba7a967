"""Offline support: service worker, saved pages, queued moves and the practice page."""
