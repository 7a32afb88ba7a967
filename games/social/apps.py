"""The app's configuration: staff permissions, conflicts of interest, data export."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SocialConfig(AppConfig):
    name = "games.social"
    verbose_name = _("Chat and friends")
    role_permissions = {
        "moderator": ("social.moderate_chat", "social.view_chatmessage"),
        "senior": ("social.view_redacted_messages",),
    }

    def ready(self) -> None:
        from accounts.services import data_export
        from accounts.staff import conflicts_of_interest
        from games.social import receivers  # noqa: F401
        from games.social.data_export import export_messages, export_notes, export_relationships
        from games.social.friends.invitations import list_invitation_conflicts
        from games.social.friends.services import list_friend_conflicts
        from games.social.models import ChatRoom, ChatRoomName
        from games.tables.live.topics import register_topics

        conflicts_of_interest.register(list_friend_conflicts, {"friend": _("friends here")})
        conflicts_of_interest.register(list_invitation_conflicts, {"invitation": _("one invited the other to a table")})
        data_export.register("chat", export_messages)
        data_export.register("notes", export_notes)
        data_export.register("people", export_relationships)
        register_topics(ChatRoom, "topic", kinds=ChatRoomName.values, event="chat")
