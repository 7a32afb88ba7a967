"""The app's configuration: staff permissions, append-only models, registrations in other apps."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

REPORT_ACTIONS = {
    "report-claim": _("Claim a case"),
    "report-release": _("Leave a case to others"),
    "report-note": _("Note something"),
    "report-merge": _("Merge reports"),
    "report-decide": _("Decide a report"),
    "inquiry": _("Look into a person"),
    "redact": _("Redact"),
    "unredact": _("Undo a redaction"),
    "read-original": _("Read what was redacted"),
}
TABLE_ACTIONS = {
    "void-final": _("Void for good"),
    "see-hidden": _("Look at hidden cards"),
    "absent-to-bot": _("Seat of a suspended or removed player"),
    "absent-back": _("Seat back after a suspension"),
}


class ModerationConfig(AppConfig):
    name = "games.moderation"
    verbose_name = _("Moderation")
    append_only = ("ModerationAction",)
    role_permissions = {
        "moderator": (
            "moderation.handle_report", "moderation.view_collusionflag", "moderation.view_moderationaction",
            "moderation.view_report",
        )
    }  # fmt: skip
    table_page_relations = ("proposed_action", "lone_action_notice")

    def ready(self) -> None:
        from accounts.services import audit_log, data_export
        from accounts.staff import permissions
        from games.moderation import receivers, staff_work  # noqa: F401
        from games.moderation.models import ModerationAction
        from games.moderation.reports import resolve, target_types
        from games.moderation.reports.data_export import export_reports
        from games.moderation.reports.targets import TARGET_TYPES
        from games.moderation.services import conflicts_of_interest

        audit_log.register_actions(dict(ModerationAction.Action.choices) | TABLE_ACTIONS | REPORT_ACTIONS)
        conflicts_of_interest.connect()
        staff_work.connect()
        TARGET_TYPES.update(target_types.BUILTIN_TYPES)
        permissions.PARTY_PROVIDERS.append(resolve.get_involved_people)
        data_export.register("reports", export_reports)
