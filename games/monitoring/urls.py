"""The addresses for machines that watch the site."""

from django.urls import include, path

from games.monitoring import views

app_name = "monitoring"
urlpatterns = [
    path("", include("games.monitoring.health")),
    path("metrics", views.metrics, name="metrics"),
]
