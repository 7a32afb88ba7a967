"""URLs of games, tables, the lobby and players. Ids are random; a game's slug occurs only before there is a table."""

from django.urls import include, path

from games.tables.views import create, hints, history, home, lessons, premoves, proposals, worked_round
from games.tables.views import seats as views_seats
from games.tables.views import table as views_table

app_name = "tables"
table = [
    path("", views_table.table, name="detail"),
    path("fragment/", views_table.fragment, name="fragment"),
    path("log/", views_table.log, name="log"),
    # Before the match
    path("join/", views_seats.join, name="join"),
    path("leave/", views_seats.leave, name="leave"),
    path("remove/", views_seats.remove, name="remove"),
    path("bots/", views_seats.fill_with_bots, name="fill_with_bots"),
    path("invitations/<public_id:code>/", views_seats.invite, name="invite"),
    path("client-seed/", views_seats.submit_client_seed, name="client_seed"),
    path("client-seed/reveal/", views_seats.reveal_client_seed, name="reveal_client_seed"),
    path("start/", views_seats.start, name="start"),
    # The match
    path("move/", views_table.move, name="move"),
    path("take-back/", views_table.take_back, name="take_back"),
    path("hint/", hints.ask, name="hint"),
    path("hint/panel/", hints.panel, name="hint_panel"),
    path("premoves/", premoves.set_premove, name="premoves"),
    path("premoves/cancel/", premoves.cancel_premove, name="cancel_premove"),
    path("fast-forward/", views_table.fast_forward, name="fast_forward"),
    path("proposal/", proposals.propose_or_answer, name="proposal"),
    path("proposal/end/", proposals.end_agreement, name="end_proposal"),
    path("reclaim/", views_seats.reclaim, name="reclaim"),
    path("resign/", views_seats.resign, name="resign"),
    path("rematch/", create.rematch, name="rematch"),
]
lesson = [
    path("", lessons.lesson_start, name="lesson"),
    path("<int:number>/", lessons.lesson_step, name="lesson_step"),
    path("hints/<int:number>/", lessons.lesson_hint, name="lesson_hint"),
    path("<int:number>/<slug:answer>/", lessons.lesson_answer, name="lesson_answer"),
]
urlpatterns = [
    path("", home.front_page, name="home"),
    path("lobby/", home.lobby, name="lobby"),
    path("lobby/fragment/", home.lobby_lists, name="lobby_fragment"),
    path("history/", history.history, name="history"),
    path("players/<public_id:public_id>/", history.person, name="player"),
    path("games/<slug:slug>/rules/", home.rules, name="rules"),
    path("games/<slug:slug>/rules/<slug:section>/", home.rules_section, name="rules_section"),
    path("games/<slug:slug>/lessons/", lessons.lesson_list, name="lessons"),
    path("games/<slug:slug>/lessons.json", lessons.lesson_pages, name="lesson_pages"),
    path("games/<slug:slug>/lessons/<slug:lesson>/", include(lesson)),
    path("games/<slug:slug>/worked-round/<int:number>/", worked_round.worked_round, name="worked_round"),
    path("games/<slug:slug>/new/", create.new_table, name="create"),
    path("games/<slug:slug>/quick-play/", create.quick_play, name="quick_play"),
    path("tables/next/", home.next_table, name="next"),
    path("tables/turn-count/", home.turn_count, name="turn_count"),
    path("tables/<public_id:public_id>/", include(table)),
    path("settings/theme/", home.theme, name="theme"),
    path("settings/coach/", home.coach, name="coach"),
    path("settings/next-table/", home.goes_to_next_table, name="goes_to_next_table"),
    path("settings/lesson-offer/", home.hide_lesson_offer, name="hide_lesson_offer"),
]
