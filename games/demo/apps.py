"""App configuration of the demo site, which only has a command."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "games.demo"
    verbose_name = "Demo"
