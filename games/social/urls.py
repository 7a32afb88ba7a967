"""What the talk adds to the addresses."""

from django.urls import path

from games.social.views import chat as views_chat
from games.social.views import comments
from games.social.views import friends as views_friends
from games.social.views import messages as views_messages

app_name = "social"
urlpatterns = [
    path("t/<slug:public_id>/talk/", views_chat.chat_page, name="talk"),
    path("replay/<slug:public_id>/<int:n>/comment/", comments.comment, name="replay_comment"),
    path("replay/<slug:public_id>/<int:n>/note/", comments.note, name="replay_note"),
    path("t/<slug:public_id>/talk/news/", views_chat.new_messages, name="talk_news"),
    path("t/<slug:public_id>/talk/say/", views_chat.send_message, name="talk_say"),
    path("t/<slug:public_id>/invite-by-name/", views_friends.invite, name="invite_by_name"),
    path("t/<slug:public_id>/invitation/", views_friends.invitation, name="invitation"),
    path("friends/", views_friends.friends, name="company"),
    path("people/<slug:public_id>/between/", views_friends.relationship, name="between"),
    path("t/<slug:public_id>/talk/<slug:room>/<int:number>/", views_messages.message, name="talk_line"),
]
