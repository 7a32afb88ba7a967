"""The moderators' pages: to look at everything but secrets, and to act on tables through the services."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import events, modactions, notices, seats, tables

__all__ = ["events", "modactions", "notices", "seats", "tables"]

admin.site.site_header = admin.site.site_title = _("Tefuda administration")
