"""Practice offline without the browser: the code for its Python, the archive, the page and its headers."""
