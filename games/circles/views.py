"""Circles: one's own, one of them, its link, and tables for it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.request_user import AuthenticatedRequest
from games.circles import selectors, services
from games.circles.forms import CircleForm, CircleTableForm, CircleWebhookForm
from games.circles.models import Circle
from games.tables.errors import BadRequestError, ForbiddenError, UnprocessableError
from games.tables.views.errors import render_errors, require_rate
from games.tables.views.seats import redirect_to_table


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def circles(request: AuthenticatedRequest) -> HttpResponse:
    """The circles one is in. POST: a new one."""
    form = CircleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        require_rate(request, "invite", "too-many-invitations")
        return redirect("circles:detail", services.create_circle(request.user, form.cleaned_data["name"]).public_id)
    context = {"circles": selectors.list_circles(request.user.pk), "form": form}
    return render(request, "circles/list.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def circle(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """A circle, for its members. POST: `do` says what is to change."""
    found = _circle_or_404(request, public_id)
    if request.method == "POST":
        return _change(request, public_id)
    page = selectors.get_circle_page(found, request.user.pk)
    link = request.build_absolute_uri(reverse("circles:join", args=(page.join_code,)))
    context = {"circle": page, "link": link, "form": CircleTableForm(), "webhook_form": CircleWebhookForm()}
    return render(request, "circles/circle.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@render_errors
def new_table(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """A table for the circle, with everybody invited. GET: the page that has the form."""
    found = _circle_or_404(request, public_id)
    if request.method != "POST":
        return redirect("circles:detail", public_id)
    form = CircleTableForm(request.POST)
    if not form.is_valid():
        raise UnprocessableError("bad-option", {"option": next(iter(form.errors))})
    require_rate(request, "create_table", "too-many-tables-per-address")
    table = services.create_circle_table(found, request.user, form)
    messages.success(request, _("Everybody in the circle finds an invitation in the lobby."))
    return redirect_to_table(table.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@render_errors
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Where a circle's link leads: what it is called; a POST joins it."""
    found = selectors.find_circle_by_link(code)
    if found is None:
        raise Http404
    if request.method == "POST":
        if not request.user.is_authenticated:
            raise ForbiddenError("sign-in-first")
        require_rate(request, "take_seat", "too-quick")
        return redirect("circles:detail", services.join_circle(request.user, code).public_id)
    if selectors.get_circle(found.public_id, request.user.pk or 0) is not None:
        return redirect("circles:detail", found.public_id)
    return render(request, "circles/join.html", {"circle": found})


def _change(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    me, member = request.user.pk, request.POST.get("member", "")
    match request.POST.get("do", ""):
        case "rename":
            name = CircleForm(request.POST)
            if not name.is_valid():
                raise UnprocessableError("circle-name")
            services.rename_circle(public_id, me, name.cleaned_data["name"])
        case "renew-link":
            services.renew_link(public_id, me)
        case "remove":
            services.remove_member(public_id, me, member)
        case "hand-over":
            services.hand_over(public_id, me, member)
        case "webhook":
            webhook = CircleWebhookForm(request.POST)
            if not webhook.is_valid():
                raise UnprocessableError("circle-webhook")
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


def _circle_or_404(request: AuthenticatedRequest, public_id: str) -> Circle:
    found = selectors.get_circle(public_id, request.user.pk)
    if found is None:
        raise Http404
    return found
