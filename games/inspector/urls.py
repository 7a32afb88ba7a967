"""The addresses for machines that watch the house."""

from django.urls import path

from games.inspector import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.metrics, name="metrics"),
]
