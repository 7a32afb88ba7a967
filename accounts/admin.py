"""People for operators: find, correct, suspend with a reason, and hand out password reset links."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import (
    mail_admin,  # noqa: F401  # registers itself
    mailing,
    services,
)
from accounts.forms import PersonForm
from accounts.models import User

if admin.site.is_registered(EmailAddress):  # only its owner confirms an address, and an account has but one
    admin.site.unregister(EmailAddress)
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one door, one rate limit


@admin.register(User)
class PersonAdmin(UserAdmin):
    form = PersonForm
    list_display = ("username", "name", "email", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "language", "date_joined")
    search_fields = ("username", "name", "email", "public_id")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    actions = ("suspend", "restore", "issue_reset_link")
    fieldsets = (
        (None, {"fields": ("username", "password", "name", "email", "address_confirmed", "language")}),
        (_("State"), {"fields": ("public_id", "is_guest", "is_active", "date_joined", "last_login")}),
        (_("Rights"), {"classes": ("collapse",), "fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """A suspension goes through the actions, which ask for a reason; rights are for superusers to give."""
        fixed = ("public_id", "is_guest", "is_active", "date_joined", "last_login", "address_confirmed")
        return fixed if request.user.is_superuser else fixed + self.rights

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and self._within_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and self._within_reach(request, obj)

    def _within_reach(self, request: HttpRequest, obj: User | None) -> bool:
        """Who may change people may not thereby become one of those who may do more."""
        return obj is None or request.user.is_superuser or not (obj.is_staff or obj.is_superuser)

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            services.email_change(obj, obj.email)

    @admin.display(boolean=True, description=_("address confirmed"))
    def address_confirmed(self, person: User) -> bool:
        return mailing.is_confirmed(person)

    @admin.action(description=_("Suspend …"), permissions=["change"])
    def suspend(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        return self._with_reason(request, people, "suspend", active=False)

    @admin.action(description=_("Lift the suspension …"), permissions=["change"])
    def restore(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        return self._with_reason(request, people, "restore", active=True)

    def _with_reason(
        self, request: HttpRequest, people: QuerySet[User], action: str, active: bool
    ) -> HttpResponse | None:
        """Asks for a reason, then sets `is_active` and writes the reason into each person's history."""
        changed = [
            person for person in people if self.has_change_permission(request, person) and person != request.user
        ]
        reason = request.POST.get("reason", "").strip()
        if not reason:
            heading = gettext("Lift the suspension") if active else gettext("Suspend")
            page = {"title": heading, "people": changed, "action": action, "missing": "reason" in request.POST}
            return self._page(request, "accounts/admin/reason.html", page)
        for person in changed:
            person.is_active = active
            person.save(update_fields=["is_active"])
            note = gettext("Suspension lifted: %s") if active else gettext("Suspended: %s")
            self.log_change(request, person, note % reason)
        done = ngettext("%d person changed.", "%d people changed.", len(changed)) % len(changed)
        self.message_user(request, done, messages.SUCCESS)
        return None

    @admin.action(description=_("Issue a password reset link"), permissions=["change"])
    def issue_reset_link(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        """Shows the link, to be handed over by whatever way the two trust. The history tells that it was issued."""
        person = people.first()
        if people.count() != 1 or person.is_guest or not self.has_change_permission(request, person):
            self.message_user(request, gettext("Choose one full account that you may change."), messages.ERROR)
            return None
        self.log_change(request, person, gettext("Password reset link issued"))
        page = {"title": gettext("Password reset link"), "person": person, "link": services.reset_link(request, person)}
        return self._page(request, "accounts/admin/reset_link.html", page)

    def _page(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        return render(request, template, {**self.admin_site.each_context(request), "opts": self.opts, **context})
