"""The tables' addresses. Ids are random; the title is named only where there is no table yet."""

from django.urls import path

from games.tables.views import front, log, play, seating

urlpatterns = [
    path("", front.front, name="front"),
    path("lobby/", front.lobby, name="lobby"),
    path("next/", front.next_table, name="next"),
    path("rules/<slug:slug>/", front.rules, name="rules"),
    path("theme/", front.theme, name="theme"),
    path("play/<slug:slug>/", seating.quick, name="quick"),
    path("tables/new/<slug:slug>/", seating.table_new, name="table_new"),
    path("t/<slug:public_id>/", play.table, name="table"),
    path("t/<slug:public_id>/fragment/", play.fragment, name="table_fragment"),
    path("t/<slug:public_id>/move/", play.move, name="table_move"),
    path("t/<slug:public_id>/join/", seating.join, name="table_join"),
    path("t/<slug:public_id>/leave/", seating.leave, name="table_leave"),
    path("t/<slug:public_id>/fill/", seating.fill, name="table_fill"),
    path("t/<slug:public_id>/start/", seating.start, name="table_start"),
    path("t/<slug:public_id>/invite/<slug:code>/", seating.invite, name="invite"),
    path("t/<slug:public_id>/log/", log.log, name="table_log"),
]
