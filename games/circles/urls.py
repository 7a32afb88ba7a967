"""Circles: regular groups of players."""

from django.urls import path

from games.circles import views

app_name = "circles"
urlpatterns = [
    path("circles/", views.circles, name="list"),
    path("circles/join/<public_id:code>/", views.join, name="join"),
    path("circles/<public_id:public_id>/", views.circle, name="detail"),
    path("circles/<public_id:public_id>/tables/", views.new_table, name="new_table"),
]
