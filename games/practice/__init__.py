"""Offline practice: a match against bots in the browser's own Python, with the same rules and boards as the site.

`match`, `rendering` and `worker_api` run in a web worker and use neither Django nor a clock. `games/pwa/practice` has
the page: `bundle` packs these modules, the games and the boards into the zip that the worker unpacks, `pyodide` is the
runtime that `make practice` fetches, and `views` serves the page, the worker and the zip.

Everything needed offline is in a Cache Storage named `tefuda-kept-practice-<version>`, filled by the page's own
download (games/pwa/static/practice/lib/download.js). When a GET of this origin fails, the service worker looks into the
caches whose names begin with "tefuda-kept-". Files under /practice/assets/ never change.
"""
