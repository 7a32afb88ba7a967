"""App configuration of offline support."""

from django.apps import AppConfig


class PwaConfig(AppConfig):
    name = "games.pwa"
    verbose_name = "PWA"
