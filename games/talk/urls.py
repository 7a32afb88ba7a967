"""What the talk adds to the addresses."""

from django.urls import path

from games.talk.views import beside, company, lines, rooms

urlpatterns = [
    path("t/<slug:public_id>/talk/", rooms.room, name="talk"),
    path("replay/<slug:public_id>/<int:n>/comment/", beside.comment, name="replay_comment"),
    path("replay/<slug:public_id>/<int:n>/note/", beside.note, name="replay_note"),
    path("t/<slug:public_id>/talk/news/", rooms.news, name="talk_news"),
    path("t/<slug:public_id>/talk/say/", rooms.say, name="talk_say"),
    path("t/<slug:public_id>/invite-by-name/", company.invite, name="invite_by_name"),
    path("t/<slug:public_id>/invitation/", company.invitation, name="invitation"),
    path("friends/", company.company, name="company"),
    path("people/<slug:public_id>/between/", company.between, name="between"),
    path("t/<slug:public_id>/talk/<slug:room>/<int:number>/", lines.line, name="talk_line"),
]
