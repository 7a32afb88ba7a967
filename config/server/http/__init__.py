"""The web server: uvicorn with limits against slow and greedy clients."""
