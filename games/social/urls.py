"""Friends, the chat of a table, invitations, and comments and notes on positions of a replay."""

from django.urls import include, path

from games.social.views import chat as views_chat
from games.social.views import comments
from games.social.views import friends as views_friends
from games.social.views import messages as views_messages

app_name = "social"
chat = [
    path("", views_chat.chat_page, name="chat"),
    path("messages/", views_chat.send_message, name="send_message"),
    path("messages/new/", views_chat.new_messages, name="new_messages"),
    path("messages/<slug:room>/<int:number>/", views_messages.message, name="message"),
]
position = [
    path("comments/", comments.comment, name="comment"),
    path("note/", comments.note, name="note"),
]
urlpatterns = [
    path("friends/", views_friends.friends, name="friends"),
    path("friends/link/", views_friends.own_link, name="own_friend_link"),
    path("friends/add/<public_id:code>/", views_friends.friend_link, name="friend_link"),
    path("players/<public_id:public_id>/play/", views_friends.play_with, name="play_with"),
    path("players/<public_id:public_id>/relationship/", views_friends.relationship, name="relationship"),
    path("tables/<public_id:public_id>/chat/", include(chat)),
    path("tables/<public_id:public_id>/invitations/", views_friends.invite, name="invite"),
    path("tables/<public_id:public_id>/invitations/answer/", views_friends.invitation, name="answer_invitation"),
    path("replays/<public_id:public_id>/positions/<int:n>/", include(position)),
]
