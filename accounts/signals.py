"""Signals about people, sent inside the transaction that changes them, and one to extend the admin's dashboard."""

from django.dispatch import Signal

user_suspended = Signal()  # person: User; sent even if they were suspended before
suspension_lifted = Signal()  # person: User
# person: User; quiet hours, time zone or vacations changed, from now or a later time on
availability_changed = Signal()
# person: User; sent before the person's row is locked. Take locks here that come before people (config/db/locking.py).
anonymization_begun = Signal()
user_anonymized = Signal()  # person: User; the row stays, but no one can log in to it any more
# guest_id: int, account: User; sent outside a transaction, to move the guest's data to the account
guest_merged = Signal()
login_renewed = Signal()  # request: HttpRequest, person: User; the password has changed and this log-in continues
session_ended = Signal()  # session: the store of a session that its person ended from elsewhere
staff_work_changed = Signal()  # the number of reports, appeals or approvals waiting for staff changed
admin_dashboard_built = (
    Signal()
)  # request: HttpRequest, context: dict; the admin's front page. Add to `context` under a key of your own.
