"""A site to try: people, tables and open cases, as `manage.py serve --demo` fills a database of its own."""
