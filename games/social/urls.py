"""What the talk adds to the addresses."""

from django.urls import path

from games.social.views import chat as views_chat
from games.social.views import comments
from games.social.views import friends as views_friends
from games.social.views import messages as views_messages

app_name = "social"
urlpatterns = [
    path("t/<slug:public_id>/talk/", views_chat.chat_page, name="chat"),
    path("replay/<slug:public_id>/<int:n>/comment/", comments.comment, name="comment"),
    path("replay/<slug:public_id>/<int:n>/note/", comments.note, name="note"),
    path("t/<slug:public_id>/talk/news/", views_chat.new_messages, name="new_messages"),
    path("t/<slug:public_id>/talk/say/", views_chat.send_message, name="send_message"),
    path("t/<slug:public_id>/invite-by-name/", views_friends.invite, name="invite"),
    path("t/<slug:public_id>/invitation/", views_friends.invitation, name="answer_invitation"),
    path("friends/", views_friends.friends, name="friends"),
    path("people/<slug:public_id>/between/", views_friends.relationship, name="relationship"),
    path("t/<slug:public_id>/talk/<slug:room>/<int:number>/", views_messages.message, name="message"),
]
