"""Practice offline, but for the browser: what runs in its Python, what is packed for it, the page and its headers."""
