"""Practice offline: a match against bots in the browser's own Python, with the same rules and the same boards.

`match`, `screen` and `door` run in a worker of the browser and know neither Django nor a clock; `package` puts them,
the games and the boards into the one zip that the worker unpacks; `runtime` is Pyodide, which `make practice` fetches.
`views` serves the page, the worker and the zip.

Whatever a browser needs offline it keeps in a Cache Storage named `tefuda-kept-practice-<version>`, filled by the
page's own download (games/pwa/static/practice/lib/download.js). The service worker's part of it: when the network does
not answer a GET of this origin, look into the caches whose names begin with "tefuda-kept-". What lies under
/practice/assets/ never changes.
"""
