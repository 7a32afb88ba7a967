from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SocialConfig(AppConfig):
    name = "games.social"
    verbose_name = _("Chat and friends")
    role_permissions = {
        "moderator": ("social.moderate_talk", "social.view_line"),
        "senior": ("social.read_hidden_lines",),
    }

    def ready(self) -> None:
        from accounts.services import data_export
        from accounts.staff import conflicts_of_interest
        from games.social import receivers  # noqa: F401
        from games.social.data_export import company_exported, lines_exported, notes_exported
        from games.social.friends.invitations import invitation_ties
        from games.social.friends.services import friend_ties

        conflicts_of_interest.register(friend_ties, {"friend": _("friends here")})
        conflicts_of_interest.register(invitation_ties, {"invitation": _("one invited the other to a table")})
        data_export.register("chat", lines_exported)
        data_export.register("notes", notes_exported)
        data_export.register("people", company_exported)
