"""The processes of `manage.py serve`: the master, its children, and their supervisor."""
