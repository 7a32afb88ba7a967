"""Pages for circles: the list, a circle, its join link, and tables for it."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.request_user import AuthenticatedRequest
from games.circles import selectors, services
from games.circles.forms import CircleForm, CircleTableForm, CircleWebhookForm
from games.circles.models import Circle
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.views.errors import render_errors, require_rate
from games.tables.views.seats import redirect_to_table
from games.tables.views.sent_forms import create_once, create_table_once

RENAME_IDS = "circle-%s"  # ids of the rename form, because the page has other forms


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def circles(request: AuthenticatedRequest) -> HttpResponse:
    """List the user's circles. A POST creates one."""
    form = CircleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        rate = ("invite", "too-many-invitations")
        public_id = create_once(request, lambda user: services.create_circle(user, name).public_id, rate)
        return redirect("circles:detail", public_id)
    context = {"circles": selectors.list_circles(request.user.pk), "form": form}
    return render(request, "circles/list.html", context, status=422 if form.is_bound else 200)


@sensitive_post_parameters("url")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def circle(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """Show a circle to its members. A POST changes what `do` says."""
    shown_circle = _circle_or_404(request, public_id)
    if request.method == "POST":
        return _change(request, shown_circle)
    return _render_circle(request, shown_circle)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@render_errors
def new_table(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """Create a table for the circle and invite all members. A GET redirects to the page with the form."""
    shown_circle = _circle_or_404(request, public_id)
    if request.method != "POST":
        return redirect("circles:detail", public_id)
    form = CircleTableForm(request.POST)
    if not form.is_valid():
        return _render_circle(request, shown_circle, table=form)
    table = create_table_once(request, lambda user: services.create_circle_table(shown_circle, user, form))
    messages.success(request, _("Everyone in the circle finds an invitation in the lobby."))
    return redirect_to_table(table.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@render_errors
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the name of the circle that a join link belongs to. A POST joins it."""
    shown_circle = selectors.find_circle_by_link(code)
    if shown_circle is None:
        raise Http404
    if request.method == "POST":
        if not request.user.is_authenticated:
            raise ForbiddenError("sign-in-first")
        require_rate(request, "take_seat", "too-quick")
        return redirect("circles:detail", services.join_circle(request.user, code).public_id)
    if selectors.get_circle(shown_circle.public_id, request.user.pk or 0) is not None:
        return redirect("circles:detail", shown_circle.public_id)
    return render(request, "circles/join.html", {"circle": shown_circle})


def _render_circle(
    request: AuthenticatedRequest,
    shown_circle: Circle,
    *,
    table: CircleTableForm | None = None,
    name: CircleForm | None = None,
    webhook: CircleWebhookForm | None = None,
) -> HttpResponse:
    """Render the circle's page. A bound form replaces a fresh one, with status 422 if it has errors."""
    page = selectors.get_circle_page(shown_circle, request.user.pk)
    forms = {
        "form": table or CircleTableForm(),
        "name_form": name or CircleForm(initial={"name": shown_circle.name}, auto_id=RENAME_IDS),
        "webhook_form": webhook or CircleWebhookForm(None, webhook=page.webhook.row if page.webhook else None),
    }
    link = request.build_absolute_uri(reverse("circles:join", args=(page.join_code,)))
    status = 422 if any(form.errors for form in forms.values()) else 200
    return render(request, "circles/circle.html", {"circle": page, "link": link} | forms, status=status)


def _change(request: AuthenticatedRequest, shown_circle: Circle) -> HttpResponse:
    me, public_id, member = request.user.pk, shown_circle.public_id, request.POST.get("member", "")
    match request.POST.get("do", ""):
        case "rename":
            name = CircleForm(request.POST, auto_id=RENAME_IDS)
            if not name.is_valid():
                services.require_owner(shown_circle, me)
                return _render_circle(request, shown_circle, name=name)
            services.rename_circle(public_id, me, name.cleaned_data["name"])
        case "renew-link":
            services.renew_link(public_id, me)
        case "remove":
            services.remove_member(public_id, me, member)
        case "hand-over":
            services.hand_over(public_id, me, member)
        case "webhook" | "try-webhook" as action:
            services.require_owner(shown_circle, me)
            webhook = CircleWebhookForm(request.POST, webhook=selectors.find_webhook(shown_circle))
            if not webhook.is_valid():
                return _render_circle(request, shown_circle, webhook=webhook)
            if action == "try-webhook":
                return _try_webhook(request, shown_circle, webhook)
            services.set_webhook(public_id, me, webhook)
        case "delete-webhook":
            services.delete_webhook(public_id, me)
        case "leave":
            services.leave_circle(public_id, me)
            messages.success(request, _("You have left the circle."))
            return redirect("circles:list")
        case _:
            raise BadRequestError("malformed")
    messages.success(request, _("Saved."))
    return redirect("circles:detail", public_id)


def _try_webhook(request: AuthenticatedRequest, shown_circle: Circle, form: CircleWebhookForm) -> HttpResponse:
    """Send a test message without saving. Show the page again with the result and the form's values."""
    if not ratelimit.consume(request, action="notice_test", user=request.user):
        refused: HttpResponse = ratelimit.respond_429(request)
        return refused
    if form.send_test(shown_circle.name):
        messages.success(request, _("The test has arrived. Save to use it from now on."))
    return _render_circle(request, shown_circle, webhook=form)


def _circle_or_404(request: AuthenticatedRequest, public_id: str) -> Circle:
    shown_circle = selectors.get_circle(public_id, request.user.pk)
    if shown_circle is None:
        raise Http404
    return shown_circle
