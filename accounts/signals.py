"""What other apps may want to know about a person, sent inside the transaction that changes the person; and a page to
add to."""

from django.dispatch import Signal

user_suspended = Signal()  # person: User; whether or not they were suspended before
suspension_lifted = Signal()  # person: User
vacation_changed = Signal()  # person: User; a vacation was taken or is over, by now or later
user_anonymized = Signal()  # person: User; the row stays, nobody can log in with it any more
login_renewed = Signal()  # request: HttpRequest, person: User; has another password now, and this log-in goes on
session_ended = Signal()  # session: the store of a log-in that its person has ended from elsewhere
admin_dashboard_built = (
    Signal()
)  # request: HttpRequest, context: dict; the administration's front page: add by a name of your own
