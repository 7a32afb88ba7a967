"""The tables' addresses. Ids are random; the game is named only where there is no table yet."""

from django.urls import path

from games.tables.views import create, history, home, log, premoves, proposals
from games.tables.views import seats as views_seats
from games.tables.views import table as views_table

app_name = "tables"
urlpatterns = [
    path("", home.front_page, name="home"),
    path("lobby/", home.lobby, name="lobby"),
    path("lobby/lists/", home.lobby_lists, name="lobby_fragment"),
    path("turns/", home.turn_count, name="turn_count"),
    path("history/", history.history, name="history"),
    path("people/<slug:public_id>/", history.person, name="player"),
    path("next/", home.next_table, name="next"),
    path("rules/<slug:slug>/", home.rules, name="rules"),
    path("theme/", home.theme, name="theme"),
    path("play/<slug:slug>/", create.quick_play, name="quick_play"),
    path("tables/new/<slug:slug>/", create.new_table, name="create"),
    path("t/<slug:public_id>/", views_table.table, name="detail"),
    path("t/<slug:public_id>/fragment/", views_table.fragment, name="fragment"),
    path("t/<slug:public_id>/move/", views_table.move, name="move"),
    path("t/<slug:public_id>/plan/", premoves.set_premove, name="premoves"),
    path("t/<slug:public_id>/plan/withdraw/", premoves.cancel_premove, name="cancel_premove"),
    path("t/<slug:public_id>/hurry/", views_table.fast_forward, name="fast_forward"),
    path("t/<slug:public_id>/join/", views_seats.join, name="join"),
    path("t/<slug:public_id>/leave/", views_seats.leave, name="leave"),
    path("t/<slug:public_id>/remove/", views_seats.remove, name="remove"),
    path("t/<slug:public_id>/resign/", views_seats.resign, name="resign"),
    path("t/<slug:public_id>/reclaim/", views_seats.reclaim, name="reclaim"),
    path("t/<slug:public_id>/agree/", proposals.propose_or_answer, name="proposal"),
    path("t/<slug:public_id>/agree/end/", proposals.end_agreement, name="end_proposal"),
    path("t/<slug:public_id>/fill/", views_seats.fill_with_bots, name="fill_with_bots"),
    path("t/<slug:public_id>/start/", views_seats.start, name="start"),
    path("t/<slug:public_id>/phrase/", views_seats.submit_client_seed, name="client_seed"),
    path("t/<slug:public_id>/phrase/open/", views_seats.reveal_client_seed, name="reveal_client_seed"),
    path("t/<slug:public_id>/rematch/", create.rematch, name="rematch"),
    path("t/<slug:public_id>/invite/<slug:code>/", views_seats.invite, name="invite"),
    path("t/<slug:public_id>/log/", log.log, name="log"),
]
