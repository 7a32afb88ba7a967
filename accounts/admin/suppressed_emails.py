"""Suppressed mailboxes, for operators. Search by the full address of an owner who wants mail again."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.mail import suppression
from accounts.models import SuppressedEmail


@admin.register(SuppressedEmail)
class SuppressedEmailAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    list_display = ("email_hash", "created_at")
    search_fields = ("email_hash",)
    search_help_text = _("A whole email address")
    ordering = ("-created_at",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[SuppressedEmail], search_term: str
    ) -> tuple[QuerySet[SuppressedEmail], bool]:
        return (queryset.filter(email_hash=suppression.hash_mailbox(search_term)) if search_term else queryset), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: SuppressedEmail | None = None) -> bool:
        return False
