"""Pages for notifications and their settings, push devices, and the calendar."""

from functools import partial

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.mail import confirmation
from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services.login_sessions import name_browser, parse_user_agent
from accounts.services.users import update_user
from games.notifications import inbox
from games.notifications.calendar import build_calendar, get_feed_owner, set_calendar_feed
from games.notifications.channel_problems import dismiss_problem, list_problems
from games.notifications.forms import SubscriptionForm, WebhookForm
from games.notifications.models import Delivery, NotificationSettings
from games.notifications.offer import answer_offer
from games.notifications.services import send_test, set_push_enabled, set_topics, subscribe_push, unsubscribe_push
from games.notifications.settings_page import get_settings_page
from games.notifications.topics import list_topics, read_topic_choices


@login_required
@never_cache
@require_safe
def notification_list(request: AuthenticatedRequest) -> HttpResponse:
    """List the user's latest notifications."""
    # The template loads problems only if the header counts any.
    context = {"entries": inbox.list_entries(request.user), "problems": partial(list_problems, request.user)}
    return render(request, "notifications/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_all(request: AuthenticatedRequest) -> HttpResponse:
    """Mark all notifications as read. A GET redirects to the list."""
    if request.method == "POST":
        inbox.read_all(request.user)
    return redirect("notifications:list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Dismiss the problem of a device or webhook. A GET redirects to the list."""
    if request.method == "POST":
        dismiss_problem(request.user, pk)
    return redirect("notifications:list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_entry(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Mark a notification as read and redirect to its page. A GET redirects to the list."""
    if request.method != "POST":
        return redirect("notifications:list")
    path = inbox.open_entry(request.user, pk)
    if path is None:
        raise Http404
    return redirect(path)


@login_required
@never_cache
@sensitive_post_parameters("url")
@require_http_methods(["GET", "HEAD", "POST"])
def notification_settings(request: AuthenticatedRequest) -> HttpResponse:
    """Show and save notification settings. Each part of the page is a form, named in `part`."""
    preferences = NotificationSettings.objects.filter(user=request.user).first() or NotificationSettings(
        user=request.user
    )
    part = request.POST.get("part", "") if request.method == "POST" else ""
    form = WebhookForm(request.POST if part == "webhook" else None, preferences=preferences)
    if part == "webhook" and "try" in request.POST:
        return _try_webhook(request, form)
    if request.method == "POST" and _save_part(request, part, form):
        messages.success(request, _("Saved."))
        return redirect("notifications:settings")
    return _render_settings(request, form, 422 if part else 200)


def _render_settings(request: AuthenticatedRequest, form: WebhookForm, status: int) -> HttpResponse:
    context = get_settings_page(request.user, request.session, _site(request)) | {"form": form}
    return render(request, "notifications/settings.html", context, status=status)


def _try_webhook(request: AuthenticatedRequest, form: WebhookForm) -> HttpResponse:
    """Send a test message without saving. Show the page again with the result and the form's values."""
    if request.user.is_guest:
        raise PermissionDenied
    if not form.is_valid():
        return _render_settings(request, form, 422)
    if not ratelimit.consume(request, action="notice_test", user=request.user):
        refused: HttpResponse = ratelimit.respond_429(request)
        return refused
    if not form.send_test():
        return _render_settings(request, form, 422)
    messages.success(request, _("The test has arrived. Save to use it from now on."))
    return _render_settings(request, form, 200)


def _save_part(request: AuthenticatedRequest, part: str, form: WebhookForm) -> bool:
    is_on = request.POST.get("on") == "on"
    if part in ("badge", "mail"):
        _save_person(request.user, part, is_on)
    elif part == "push":
        set_push_enabled(request.user, is_on)
    elif part == "topics":
        sent = request.POST.getlist("topic")
        set_topics(request.user, {} if "usual" in request.POST else read_topic_choices(sent, list_topics(request.user)))
    elif part == "calendar":
        set_calendar_feed(request.user, on=is_on, anew="anew" in request.POST)
    elif part != "webhook":
        raise BadRequest
    elif request.user.is_guest:
        raise PermissionDenied  # guests are created with one click, and messages cost others
    elif not form.is_valid():
        return False
    else:
        form.save()
    return True


def _save_person(person: User, part: str, is_on: bool) -> None:
    """Save the badge or mail choice on the user.

    Choosing mail takes a confirmed address; switching it off is always possible.
    """
    if part == "badge":
        person.show_turn_badge = is_on
    elif is_on and not (confirmation.can_send_turn_emails() and confirmation.is_confirmed(person)):
        raise PermissionDenied
    else:
        person.email_turn_notifications = is_on
    update_user(person=person, fields=["show_turn_badge" if part == "badge" else "email_turn_notifications"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def turn_offer(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """Store the answer to the table's offer of notifications. A GET redirects to the table."""
    if request.method != "POST":
        return redirect("tables:detail", public_id)
    answer = request.POST.get("answer")
    if answer == "mail":
        _save_person(request.user, "mail", is_on=True)
        messages.success(request, _("We’ll email you when it is your turn."))
    elif answer == "calendar":
        set_calendar_feed(request.user, on=True)
    answer_offer(request.user)
    if answer in ("calendar", "webhook"):  # the address to copy, or the form, is there
        return redirect(reverse("notifications:settings") + f"#{answer}-title")
    return redirect("tables:detail", public_id)


@login_required
@require_POST
def send_test_message(request: AuthenticatedRequest, channel: str) -> HttpResponse:
    """Send a test message, as for a turn; the log on the page shows the result."""
    if channel not in Delivery.Channel.values:
        raise Http404
    if not ratelimit.consume(request, action="notice_test", user=request.user):
        refused: HttpResponse = ratelimit.respond_429(request)
        return refused
    if send_test(request.user, channel):
        messages.info(request, _("A test is on its way. Reload the page to see in the list below whether it arrived."))
    else:
        messages.error(request, _("This kind of notification is turned off."))
    return redirect("notifications:settings")


@login_required
@require_POST
@sensitive_post_parameters("endpoint", "p256dh", "auth")
def subscribe(request: AuthenticatedRequest) -> HttpResponse:
    """Subscribe this browser to push messages (site/push-subscription.js), or with `stop` unsubscribe it."""
    if "stop" in request.POST:
        unsubscribe_push(request.session)
        return HttpResponse(status=204)
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    browser = name_browser(*parse_user_agent(request.headers.get("User-Agent", "")))
    subscribe_push(request.user, request.session, browser=browser, **form.cleaned_data)
    return HttpResponse(status=204)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return deadlines for calendar programs, which can't log in: the token authenticates."""
    owner = get_feed_owner(token)
    if owner is None:
        raise Http404
    answer = HttpResponse(build_calendar(owner, _site(request)), content_type="text/calendar; charset=utf-8")
    answer["Cache-Control"] = "no-store, private"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
