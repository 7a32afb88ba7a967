"""The moderators' pages: to look at everything but secrets, and to act on tables. Every room brings its own."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.moderation.admin import actions, tables
from games.notices import admin as notices
from games.reports import admin as reports
from games.tables.admin import events, seats
from games.talk import admin as talk

__all__ = ["actions", "events", "notices", "reports", "seats", "tables", "talk"]

admin.site.site_header = admin.site.site_title = _("Tefuda administration")
