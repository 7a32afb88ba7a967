"""The admin page for staff acts on people: shows the people concerned, asks for a reason, and acts (accounts.staff)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.back import get_back_url
from accounts.forms.staff import ReasonForm, RenameForm, SanctionForm, SanctionReasonForm, SuspensionForm
from accounts.models import REASON_LENGTH, Sanction, User
from accounts.request_user import get_request_user
from accounts.services import audit_log, users
from accounts.staff import approvals, conflicts_of_interest, permissions, sanctions, sanctions_in_force
from accounts.staff import services as staff_services
from config.db.locking import write_transaction

Kind = Sanction.Kind
MAX_PEOPLE = 100  # so that their ids fit into a URL


@dataclass(frozen=True, slots=True)
class StaffAction:
    """A staff act: its label, permission, form and service."""

    label: Any
    permission: str  # "" for superusers only
    is_allowed: Callable[[User, User], bool]
    service: Callable[..., object]
    form: type[ReasonForm] = ReasonForm
    max_people: int = MAX_PEOPLE
    kind: Kind | None = None  # the kind of sanction it imposes


def _sanction(label: Any, kind: Kind, form: type[ReasonForm]) -> StaffAction:
    return StaffAction(
        label,
        permissions.SANCTION_PERMISSIONS[kind].partition(".")[2],
        lambda by, person: permissions.can_sanction(by, person, kind),
        lambda **fields: sanctions.impose_sanction(kind=kind, **fields),
        form,
        kind=kind,
    )


STAFF_ACTIONS = {
    "warn": _sanction(_("Warn …"), Kind.WARN, SanctionReasonForm),
    "mute": _sanction(_("Mute …"), Kind.MUTE, SanctionForm),
    "no-reports": _sanction(_("Block from reporting …"), Kind.NO_REPORTS, SanctionForm),
    "reset-name": _sanction(_("Reset the name …"), Kind.NAME, SanctionReasonForm),
    "suspend": _sanction(_("Suspend …"), Kind.SUSPEND, SuspensionForm),
    "ban": _sanction(_("Ban …"), Kind.SUSPEND, SanctionReasonForm),
    "restore": StaffAction(
        _("Lift the suspension …"), "suspend_person", permissions.can_lift_suspension, sanctions.lift_suspension
    ),
    "rename": StaffAction(
        _("Rename …"), "rename_person", permissions.can_rename, staff_services.rename_user, RenameForm, max_people=1
    ),
    "reset": StaffAction(
        _("Issue a password reset link …"),
        "issue_password_reset",
        permissions.can_issue_password_reset,
        staff_services.authorize_password_reset,
        max_people=1,
    ),
    "second-factor": StaffAction(
        _("Turn off two-factor authentication …"), "",
        permissions.can_disable_two_factor, staff_services.disable_two_factor, max_people=1
    ),
    "anonymise": StaffAction(_("Anonymise …"), "", permissions.can_anonymize, staff_services.anonymize_user),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """A person an act concerns, with descriptions of the sanctions in force and of the act's outcome."""

    person: User
    in_force: Sequence[str] = ()
    outcome: str = ""


def is_offered(act: StaffAction, user: User) -> bool:
    """Return whether `user` may do this to anyone at all."""
    return user.is_active and (user.has_perm(f"accounts.{act.permission}") if act.permission else user.is_superuser)


def list_allowed_actions(by: User, person: User) -> list[tuple[str, StaffAction]]:
    """Return the acts that `by` may do to `person`, by name. Conflicts of interest are looked up only once."""
    with conflicts_of_interest.cache_conflicts():
        return [(name, act) for name, act in STAFF_ACTIONS.items() if act.is_allowed(by, person)]


def get_action_url(name: str, people: Iterable[int]) -> str:
    return reverse("admin:accounts_user_act", args=(name,)) + "?" + urlencode({"person": list(people)}, doseq=True)


def perform_action(page: "ModelAdmin[User]", request: HttpRequest, name: str) -> HttpResponse:
    """Show the page (GET), or act on all people in the query string (POST); if any of them is off limits, on none."""
    if name not in STAFF_ACTIONS:
        raise Http404
    doing, by = STAFF_ACTIONS[name], get_request_user(request)
    if not page.has_view_permission(request) or not is_offered(doing, by):
        raise PermissionDenied
    people = _people(request, doing)
    beyond = [person for person in people if not doing.is_allowed(by, person)]
    context = {"title": str(doing.label).rstrip(" …"), "name": name, "beyond": beyond}
    if beyond:
        context["why"] = _describe_conflict(request, name, by, beyond)
        context["standings"] = [Standing(person) for person in people]
        return _page(page, request, "accounts/admin/user_action.html", context, status=403)
    form = _build_form(doing, people, request)
    if form.is_valid() and _try_action(name, by, people, form):
        return _success_response(page, request, name, people)
    form_context = {"form": form, "standings": _list_standings(doing, people, form)}
    status = 422 if form.is_bound else 200
    return _page(page, request, "accounts/admin/user_action.html", {**context, **form_context}, status=status)


def _build_form(doing: StaffAction, people: list[User], request: HttpRequest) -> ReasonForm:
    data = request.POST if request.method == "POST" else None
    if issubclass(doing.form, SanctionReasonForm) and doing.kind is not None:
        return doing.form(data, in_force=_list_same_kind(doing.kind, people))
    return doing.form(data)


def _list_same_kind(kind: Kind, people: list[User]) -> list[Sanction]:
    rows = sanctions_in_force.list_in_force(people)
    return [row for person in people for row in sanctions_in_force.of_kind(rows[person.pk], kind)]


def _list_standings(doing: StaffAction, people: list[User], form: ReasonForm) -> list[Standing]:
    """Describe each person's sanctions in force and the outcome. 1 query if the act imposes a sanction, else none."""
    if doing.kind is None or not isinstance(form, SanctionReasonForm):
        return [Standing(person) for person in people]
    rows = sanctions_in_force.list_in_force(people)
    if form.is_bound:
        form.show_in_force([row for of_person in rows.values() for row in of_person if row.kind == doing.kind])
    has_end = "hours" in form.fields
    return [
        Standing(
            person,
            [sanctions_in_force.describe_in_full(row) for row in rows[person.pk]],
            sanctions_in_force.describe_outcome(
                doing.kind, sanctions_in_force.of_kind(rows[person.pk], doing.kind), has_end=has_end
            ),
        )
        for person in people
    ]


def _people(request: HttpRequest, doing: StaffAction) -> list[User]:
    """Return the people in the query string. Raises Http404 for none, too many or unknown ones."""
    numbers = {int(number) for number in request.GET.getlist("person") if number.isdecimal() and len(number) < 19}
    if not 1 <= len(numbers) <= doing.max_people:
        raise Http404
    people = list(User.objects.filter(pk__in=numbers).order_by("pk"))
    if len(people) < len(numbers):
        raise Http404
    return people


def _describe_conflict(request: HttpRequest, name: str, by: User, people: list[User]) -> str:
    """Return the conflicts that forbid the act, as text, or "". Log an attempt to act anyway."""
    barred = approvals.ConflictOfInterestError(
        conflicts_of_interest.list_conflicts(by.pk, [person.pk for person in people])
    )
    if not barred.conflicts or barred.can_be_approved or by in people:
        return ""
    if request.method == "POST" and name in approvals.USER_ACTION_PERMISSIONS:
        _record_refusal(barred, name, by, people[0], request.POST.get("reason", ""))
    return barred.get_sentence()


def _record_refusal(barred: approvals.ConflictOfInterestError, name: str, by: User, person: User, reason: str) -> None:
    fields = {"action": name, "kind": audit_log.PERSON, "target": person.public_id, "reason": reason[:REASON_LENGTH]}
    approvals.record_refusal(barred, by_pk=by.pk, **fields)


def _try_action(name: str, by: User, people: list[User], form: ReasonForm) -> bool:
    """Act on everyone. Return whether that worked; if not, no one is changed and the form has the errors."""
    doing = STAFF_ACTIONS[name]
    try:
        with write_transaction():
            for person in people:
                doing.service(person=person, by=by, **form.cleaned_data)
    except sanctions.LongerSanctionError as refusal:
        sanctions.record_kept(refusal, by, form.cleaned_data["reason"])
        form.add_error(None, refusal)
        return False
    except ValidationError as refusal:
        form.add_error("name" if "name" in form.fields else None, refusal)
        return False
    except approvals.ConflictOfInterestError as barred:
        _record_refusal(barred, name, by, people[0], form.cleaned_data["reason"])
        form.add_error(None, barred.get_sentence())
        return False
    return True


def _success_response(page: "ModelAdmin[User]", request: HttpRequest, name: str, people: list[User]) -> HttpResponse:
    if name == "reset":
        link = users.build_password_reset_url(request, people[0])
        context = {"title": gettext("Password reset link"), "person": people[0], "link": link}
        return _page(page, request, "accounts/admin/reset_link.html", context)
    sentence = ngettext("%d person changed.", "%d people changed.", len(people)) % len(people)
    page.message_user(request, sentence, messages.SUCCESS)
    if back := get_back_url(request.GET, "next"):
        return redirect(back)
    if len(people) == 1:
        return redirect("admin:accounts_user_change", people[0].pk)
    return redirect("admin:accounts_user_changelist")


def _page(
    page: "ModelAdmin[User]", request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    shared = {**page.admin_site.each_context(request), "opts": page.opts, "back": get_back_url(request.GET, "next")}
    return render(request, template, {**shared, **context}, status=status)
