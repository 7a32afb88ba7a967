"""People in the admin: search, and staff acts (accounts.admin.actions). Only superusers can change credentials."""

from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.addresses import normalize_address
from accounts.admin import actions
from accounts.admin.pagination import BoundedPaginator, search_user_ids
from accounts.forms.staff import NewPersonForm, PersonForm
from accounts.mail import confirmation
from accounts.models import User
from accounts.request_user import get_request_user
from accounts.services import users
from accounts.staff import permissions

# Hidden models: a person's one address is edited with the person and confirmed only by its owner, groups have their own
# admin below, and no one needs to see the second factor's secrets.
for model in (EmailAddress, EmailConfirmation, Authenticator, Group):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


class SuperuserOnlyMixin:
    """Lets only superusers add and change, regardless of other rights. Nothing can be deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_superuser


@admin.register(Group)
class GroupsAdmin(SuperuserOnlyMixin, GroupAdmin):
    """Only superusers can change groups, because that changes what their members may do."""

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return self.has_change_permission(request, obj)


@admin.register(User)
class PersonAdmin(SuperuserOnlyMixin, UserAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    form, add_form = PersonForm, NewPersonForm
    change_form_template = "admin/accounts/user/change_form.html"
    list_display = ("username", "name", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "language", "date_joined")
    search_fields = ("username",)
    search_help_text = _(
        "The beginning of a name or username, or a public ID; superusers can also enter an email address"
    )
    ordering = ("-pk",)
    sortable_by = ()
    list_per_page = 50
    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    fieldsets = (
        (None, {"fields": ("username", "name", "language")}),
        (_("State"), {"fields": ("public_id", "is_guest", "is_active", "anonymised_at", "date_joined", "last_login")}),
        (_("Rights"), {"classes": ("collapse",), "fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    login_fieldset = (_("Log-in"), {"fields": ("email", "address_confirmed", "password")})

    # --- Visible and editable fields. Names, suspensions and the like change by staff acts, which ask for a reason.

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return (*self.list_display, "email") if request.user.is_superuser else self.list_display

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by prefix, which uses an index. Mail addresses only in full, and only for superusers."""
        words = search_term.strip()
        if not words:
            return queryset, False
        condition = Q(pk__in=search_user_ids(words))
        if request.user.is_superuser and "@" in words:
            condition |= Q(email=normalize_address(words))
        return queryset.filter(condition), False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        fieldsets = super().get_fieldsets(request, obj)
        return (*fieldsets, self.login_fieldset) if obj and request.user.is_superuser else fieldsets

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fixed = (
            "name", "public_id", "is_guest", "is_active", "anonymised_at", "date_joined", "last_login",
            "address_confirmed",
        )  # fmt: skip
        if obj is None or permissions.can_change_credentials(get_request_user(request), obj):
            return fixed
        return (*fixed, "username", "email")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the filters on offer: `?email__startswith=` would reveal fields that aren't shown."""
        return any(lookup == name or lookup.startswith(f"{name}__") for name in self.list_filter)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and not (obj and obj.anonymised_at)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never delete, because seats and matches refer to people: anonymise instead."""
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        person = self.get_object(request, id)
        if person and not permissions.can_change_credentials(get_request_user(request), person):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    # --- Saving

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except IntegrityError:  # the username was taken in the meantime: validated again, the form reports it
            return super().changeform_view(request, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            users.change_email(obj, obj.email)

    @admin.display(boolean=True, description=_("address confirmed"))
    def address_confirmed(self, person: User) -> bool:
        return confirmation.is_confirmed(person)

    # --- Staff acts

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(partial(actions.perform_action, self))
        return [path("act/<slug:name>/", page, name="accounts_user_act"), *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {
            f"act_{name}": (_make_list_action(name), f"act_{name}", act.label)
            for name, act in actions.STAFF_ACTIONS.items()
            if self.has_view_permission(request) and actions.is_offered(act, get_request_user(request))
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self.get_object(request, object_id)
        allowed = actions.list_allowed_actions(get_request_user(request), person) if person else []
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "acts": allowed})


def _make_list_action(name: str) -> Callable[[PersonAdmin, HttpRequest, QuerySet[User]], HttpResponse | None]:
    """Return a list action that redirects to the page asking for the reason."""

    def chosen(page: PersonAdmin, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        max_people = actions.STAFF_ACTIONS[name].max_people
        if people.count() <= max_people:
            address = actions.get_action_url(name, people.values_list("pk", flat=True))
            return redirect(f"{address}&{urlencode({'next': request.get_full_path()})}")
        sentence = ngettext("Choose one person only.", "Choose at most %(most)d people.", max_people) % {
            "most": max_people
        }
        page.message_user(request, sentence, messages.ERROR)
        return None

    return chosen
