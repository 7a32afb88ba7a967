"""The addresses of ended tables."""

from django.urls import path

from games.replays import views

urlpatterns = [
    path("replay/<slug:public_id>/", views.replay, name="replay"),
    path("replay/<slug:public_id>/verify/", views.verify, name="verify"),
    path("replay/<slug:public_id>/record.json", views.record, name="record"),
    path("replay/<slug:public_id>/record.txt", views.record_plain, name="record_plain"),
    path("verify_record.py", views.checker, name="checker"),
    path("chain.txt", views.chain, name="chain"),
    path("record.md", views.record_format, name="record_format"),
    path("replay/<slug:public_id>/<int:n>/", views.replay_at, name="replay_at"),
]
