"""The tables' addresses. Ids are random; the title is named only where there is no table yet."""

from django.urls import path

from games.tables.views import agreeing, front, history, log, plans, play, seating, setup

urlpatterns = [
    path("", front.front, name="front"),
    path("lobby/", front.lobby, name="lobby"),
    path("lobby/lists/", front.lobby_lists, name="lobby_lists"),
    path("turns/", front.turns, name="turns"),
    path("history/", history.history, name="history"),
    path("people/<slug:public_id>/", history.person, name="person"),
    path("next/", front.next_table, name="next"),
    path("rules/<slug:slug>/", front.rules, name="rules"),
    path("theme/", front.theme, name="theme"),
    path("play/<slug:slug>/", setup.quick, name="quick"),
    path("tables/new/<slug:slug>/", setup.table_new, name="table_new"),
    path("t/<slug:public_id>/", play.table, name="table"),
    path("t/<slug:public_id>/fragment/", play.fragment, name="table_fragment"),
    path("t/<slug:public_id>/move/", play.move, name="table_move"),
    path("t/<slug:public_id>/plan/", plans.plan, name="table_plan"),
    path("t/<slug:public_id>/plan/withdraw/", plans.withdraw, name="table_plan_withdraw"),
    path("t/<slug:public_id>/hurry/", play.hurry, name="table_hurry"),
    path("t/<slug:public_id>/join/", seating.join, name="table_join"),
    path("t/<slug:public_id>/leave/", seating.leave, name="table_leave"),
    path("t/<slug:public_id>/remove/", seating.remove, name="table_remove"),
    path("t/<slug:public_id>/resign/", seating.resign, name="table_resign"),
    path("t/<slug:public_id>/reclaim/", seating.reclaim, name="table_reclaim"),
    path("t/<slug:public_id>/agree/", agreeing.agree, name="table_agree"),
    path("t/<slug:public_id>/agree/end/", agreeing.end, name="table_agree_end"),
    path("t/<slug:public_id>/fill/", seating.fill, name="table_fill"),
    path("t/<slug:public_id>/start/", seating.start, name="table_start"),
    path("t/<slug:public_id>/phrase/", seating.phrase, name="table_phrase"),
    path("t/<slug:public_id>/phrase/open/", seating.phrase_opened, name="table_phrase_open"),
    path("t/<slug:public_id>/rematch/", setup.rematch, name="table_rematch"),
    path("t/<slug:public_id>/invite/<slug:code>/", seating.invite, name="invite"),
    path("t/<slug:public_id>/log/", log.log, name="table_log"),
]
