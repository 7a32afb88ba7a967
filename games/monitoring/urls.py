"""URLs for monitoring systems."""

from django.urls import include, path

from games.monitoring import views

app_name = "monitoring"
urlpatterns = [
    path("", include("games.monitoring.health")),
    path("metrics", views.metrics, name="metrics"),
]
