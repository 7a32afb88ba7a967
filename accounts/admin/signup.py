"""Sign-up rules and all invitations, for operators."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.read_only import ReadOnlyAdmin
from accounts.models import Invitation, SignupSettings
from accounts.request_user import get_request_user
from accounts.services import signup

VARIABLES = {
    "signup": "TEFUDA_SIGNUP",
    "guests_allowed": "TEFUDA_GUESTS",
    "members_may_invite": "TEFUDA_MEMBERS_INVITE",
}


class SignupSettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    class Meta:
        model = SignupSettings
        fields = ("signup", "guests_allowed", "members_may_invite")
        widgets = {"signup": forms.RadioSelect}
        help_texts = {
            "guests_allowed": _(
                "Anyone can start a table or take a seat without an account. Guests who are already here can stay."
            ),
            "members_may_invite": _(
                "Each member can have 5 open links, for up to 5 people each. Not on a closed site."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, value in settings.SIGNUP_RULES.items():
            field = self.fields[name]
            field.disabled, self.initial[name] = True, value
            field.help_text = _("Set by the environment variable %s; it can’t be changed here.") % VARIABLES[name]


@admin.register(SignupSettings)
class SignupSettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A single page for the one row; the operator of a new site is redirected here first (accounts.admin_site)."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.rules_page)
        return [path("", page, name="accounts_signupsettings_changelist")]

    def rules_page(self, request: HttpRequest) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        row = SignupSettings.objects.first()
        form = SignupSettingsForm(request.POST if request.method == "POST" else None, instance=row or SignupSettings())
        if form.is_valid():
            signup.save_signup_rules(form.save(commit=False), by=get_request_user(request))
            messages.success(request, gettext("Saved. It applies from now on."))
            return redirect("admin:index" if row is None else "admin:accounts_signupsettings_changelist")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts, "title": gettext("Who may join"), "form": form, "is_first": row is None,
        }  # fmt: skip
        return render(request, "admin/accounts/signup_rules.html", context, status=422 if form.errors else 200)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """All invitations and the accounts created with them. New ones are created on the same page as those of members."""

    list_display = ("created_by", "note", "used", "created_at", "expires_at", "is_usable")
    list_display_links = None
    list_select_related = ("created_by",)
    actions = ("withdraw",)
    ordering = ("-pk",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        return super().get_queryset(request).prefetch_related("uses__user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return signup.can_invite_as_operator(get_request_user(request))

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("accounts:invitations")

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_invitation")

    @admin.display(description=_("accounts"))
    def used(self, row: Invitation) -> str:
        names = ", ".join(str(use.user) for use in row.uses.all())
        count = f"{len(row.uses.all())} / {row.max_uses}"
        return f"{count} ({names})" if names else count

    @admin.display(boolean=True, description=_("valid"))
    def is_usable(self, row: Invitation) -> bool:
        is_creator_active = row.created_by is None or row.created_by.is_active
        has_places = len(row.uses.all()) < row.max_uses
        return is_creator_active and row.revoked_at is None and row.expires_at > timezone.now() and has_places

    @admin.action(permissions=["withdraw"], description=_("Withdraw the selected invitations"))
    def withdraw(self, request: HttpRequest, rows: QuerySet[Invitation]) -> None:
        for row in rows:
            signup.revoke_invitation(row, by=get_request_user(request))
        messages.success(request, gettext("The invitations no longer work."))
