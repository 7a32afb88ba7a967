"""URLs of the daily puzzles."""

from django.urls import path

from games.puzzles import views

app_name = "puzzles"
urlpatterns = [
    path("puzzles/", views.puzzle_list, name="list"),
    path("puzzles/<int:year>-<int:month>-<int:day>.json", views.puzzle_pages, name="pages"),
    path("puzzles/<public_id:public_id>/", views.puzzle, name="detail"),
    path("puzzles/<public_id:public_id>/answer/", views.answer, name="answer"),
]
