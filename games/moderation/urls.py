"""What moderation adds to a table's addresses."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("t/<slug:public_id>/proposal/", views.proposal, name="table_proposal"),
]
