"""The processes of `manage.py serve`: the master, what it forks, and what watches them."""
