"""The moderators' pages: to look at everything but secrets, and to act on tables through the services."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.moderation.admin import actions
from games.notices import admin as notices
from games.tables.admin import events, seats, tables

__all__ = ["actions", "events", "notices", "seats", "tables"]

admin.site.site_header = admin.site.site_title = _("Tefuda administration")
