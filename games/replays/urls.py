"""The addresses of ended tables."""

from django.urls import path

from games.replays import views

urlpatterns = [
    path("replay/<slug:public_id>/", views.replay, name="replay"),
    path("replay/<slug:public_id>/verify/", views.verify, name="verify"),
    path("replay/<slug:public_id>/<int:n>/", views.replay_at, name="replay_at"),
]
