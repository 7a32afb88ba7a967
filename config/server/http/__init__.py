"""The web server: uvicorn with limits on what a visitor may keep waiting."""
