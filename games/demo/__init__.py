"""A demo site: people, tables and open cases, created by `manage.py serve --demo` in its own database."""
