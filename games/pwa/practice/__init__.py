"""The practice page, Python in the browser, and the bundle of code that runs in it."""
