"""The app of what works without a connection."""

from django.apps import AppConfig


class PwaConfig(AppConfig):
    name = "games.pwa"
    verbose_name = "PWA"
