"""The tables' addresses. Ids are random; the game is named only where there is no table yet."""

from django.urls import path

from games.tables.views import create, history, home, premoves, proposals
from games.tables.views import seats as views_seats
from games.tables.views import table as views_table

app_name = "tables"
urlpatterns = [
    path("", home.front_page, name="front"),
    path("lobby/", home.lobby, name="lobby"),
    path("lobby/lists/", home.lobby_lists, name="lobby_lists"),
    path("turns/", home.turn_count, name="turns"),
    path("history/", history.history, name="history"),
    path("people/<slug:public_id>/", history.person, name="person"),
    path("next/", home.next_table, name="next"),
    path("rules/<slug:slug>/", home.rules, name="rules"),
    path("theme/", home.theme, name="theme"),
    path("play/<slug:slug>/", create.quick_play, name="quick"),
    path("tables/new/<slug:slug>/", create.new_table, name="table_new"),
    path("t/<slug:public_id>/", views_table.table, name="table"),
    path("t/<slug:public_id>/fragment/", views_table.fragment, name="table_fragment"),
    path("t/<slug:public_id>/move/", views_table.move, name="table_move"),
    path("t/<slug:public_id>/plan/", premoves.set_premove, name="table_plan"),
    path("t/<slug:public_id>/plan/withdraw/", premoves.cancel_premove, name="table_plan_withdraw"),
    path("t/<slug:public_id>/hurry/", views_table.fast_forward, name="table_hurry"),
    path("t/<slug:public_id>/join/", views_seats.join, name="table_join"),
    path("t/<slug:public_id>/leave/", views_seats.leave, name="table_leave"),
    path("t/<slug:public_id>/remove/", views_seats.remove, name="table_remove"),
    path("t/<slug:public_id>/resign/", views_seats.resign, name="table_resign"),
    path("t/<slug:public_id>/reclaim/", views_seats.reclaim, name="table_reclaim"),
    path("t/<slug:public_id>/agree/", proposals.propose_or_answer, name="table_agree"),
    path("t/<slug:public_id>/agree/end/", proposals.end_agreement, name="table_agree_end"),
    path("t/<slug:public_id>/fill/", views_seats.fill_with_bots, name="table_fill"),
    path("t/<slug:public_id>/start/", views_seats.start, name="table_start"),
    path("t/<slug:public_id>/phrase/", views_seats.submit_client_seed, name="table_phrase"),
    path("t/<slug:public_id>/phrase/open/", views_seats.reveal_client_seed, name="table_phrase_open"),
    path("t/<slug:public_id>/rematch/", create.rematch, name="table_rematch"),
    path("t/<slug:public_id>/invite/<slug:code>/", views_seats.invite, name="invite"),
    path("t/<slug:public_id>/log/", views_table.log, name="table_log"),
]
