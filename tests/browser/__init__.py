"""The site as people use it: the real server with its workers, driven by Chromium."""
