"""The page of practice, and the browser's Python with the bundle that runs in it."""
