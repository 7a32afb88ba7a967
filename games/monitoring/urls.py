"""The addresses for machines that watch the house."""

from django.urls import include, path

from games.inspector import views

urlpatterns = [
    path("", include("games.inspector.probes")),
    path("metrics", views.metrics, name="metrics"),
]
