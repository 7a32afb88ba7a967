"""The app of the example site; all it has is a command."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "games.demo"
    verbose_name = "Demo"
