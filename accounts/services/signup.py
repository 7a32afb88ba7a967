"""Sign-up rules, and the invitations that let people in."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.codes import normalize_code
from accounts.models import Invitation, InvitationUse, SignupSettings, User
from accounts.services import audit_log
from config.db.locking import write_transaction

Signup = SignupSettings.Signup
# Limit for members. Operators are limited only by the form's largest choices.
MAX_OPEN_INVITATIONS = 5
UNUSABLE = _("This invitation has expired, is used up or was withdrawn. Ask for a new one.")
CACHE_KEY, SHOWN_SECONDS = "signup-rules", 30


@dataclass(frozen=True, slots=True)
class SignupRules:
    """The rules in force: the operator's, with environment variables taking precedence."""

    signup: str
    guests_allowed: bool
    members_may_invite: bool

    @property
    def is_open(self) -> bool:
        return self.signup == Signup.OPEN

    @property
    def is_closed(self) -> bool:
        return self.signup == Signup.CLOSED

    def may_invite(self, user: User) -> bool:
        """Return whether `user` may create invitations.

        Members may only if the operator allows it and the site isn't closed.
        """
        if user.is_guest or not user.is_active:
            return False
        return can_invite_as_operator(user) or (self.members_may_invite and not self.is_closed)


def get_shown_rules() -> SignupRules:
    """Return the rules to show on a page, up to SHOWN_SECONDS old, so that anonymous visits cost no query."""
    rules: SignupRules | None = cache.get(CACHE_KEY)
    if rules is None:
        rules = get_signup_rules()
        cache.set(CACHE_KEY, rules, SHOWN_SECONDS)
    return rules


def get_signup_rules() -> SignupRules:
    """Return the rules in force, for decisions. 1 query."""
    row = SignupSettings.objects.first() or SignupSettings()
    for field, value in settings.SIGNUP_RULES.items():
        setattr(row, field, value)
    return SignupRules(row.signup, row.guests_allowed, row.members_may_invite)


def can_invite_as_operator(user: User) -> bool:
    return user.is_active and user.is_staff and user.has_perm("accounts.add_invitation")


@write_transaction()
def save_signup_rules(row: SignupSettings, *, by: User) -> None:
    """Save the operator's rules and record the change in the audit log."""
    rules = {field: getattr(row, field) for field in ("signup", "guests_allowed", "members_may_invite")}
    SignupSettings.objects.update_or_create(id=row.pk, defaults=rules)
    transaction.on_commit(lambda: cache.delete(CACHE_KEY))
    audit_log.record("signup-rules", kind=audit_log.SITE, target="signup", by=by, details=rules)


def find_invitation(code: str) -> Invitation | None:
    """Return the usable invitation for `code`, as typed or pasted, or None. 1 query."""
    code = normalize_code(code)
    return Invitation.objects.usable().filter(code=code).select_related("created_by").first() if code else None


def get_invitation_path(invitation: Invitation) -> str:
    """Return the path of the sign-up form for this invitation."""
    return f"{reverse('account_signup')}?{urlencode({'invitation': invitation.code})}"


@write_transaction()
def create_invitation(*, by: User | None, max_uses: int, days: int, note: str = "") -> Invitation:
    """Create an invitation; `by` is None for the command line.

    Raises PermissionDenied for people who may not invite, ValidationError for members with too many open invitations.
    """
    if by is not None:
        by = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        _require_may_invite(by)
    invitation = Invitation.objects.create(
        created_by=by, max_uses=max_uses, note=note.strip(), expires_at=timezone.now() + timedelta(days=days)
    )
    if by is None or can_invite_as_operator(by):
        details = {"max_uses": max_uses, "days": days}
        audit_log.record("invite", kind=audit_log.SITE, target=str(invitation.pk), by=by, details=details)
    return invitation


def _require_may_invite(by: User) -> None:
    """Check that a user, whose row is locked, may invite and hasn't too many open invitations."""
    if not get_signup_rules().may_invite(by):
        raise PermissionDenied
    if not can_invite_as_operator(by) and list_open_invitations(by).count() >= MAX_OPEN_INVITATIONS:
        sentence = _("You have %(limit)d open invitations. Withdraw one, or wait until one is used or expires.")
        raise ValidationError(sentence, code="invitations", params={"limit": MAX_OPEN_INVITATIONS})


@write_transaction()
def admit(person: User, code: str) -> None:
    """Admit a new account, by invitation or because the site is open.

    Call it in the transaction that creates the account: the ValidationError it raises has to undo that. The
    invitation's row is locked, so two people can't both take its last place.
    """
    if not code:
        if not get_signup_rules().is_open:
            raise ValidationError(_("You need an invitation to create an account on this site."), code="invitation")
        return
    locked = Invitation.objects.select_for_update().filter(code=normalize_code(code)).first()
    if locked is None or not Invitation.objects.usable().filter(pk=locked.pk).exists():
        raise ValidationError(UNUSABLE, code="invitation")
    InvitationUse.objects.create(invitation=locked, user=person)


@write_transaction()
def revoke_invitation(invitation: Invitation, *, by: User) -> None:
    """Withdraw an invitation; accounts created with it stay. Idempotent."""
    is_open = Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())
    if is_open and can_invite_as_operator(by):
        audit_log.record("withdraw-invitation", kind=audit_log.SITE, target=str(invitation.pk), by=by)


def list_open_invitations(user: User) -> QuerySet[Invitation]:
    """Return the user's usable invitations, newest first, with their `use_count`."""
    return Invitation.objects.usable().filter(created_by=user)
