"""Downloads and checks of an ended match."""

from itertools import chain as chained
from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import etag, require_http_methods, require_safe

from games.replays.archive.export import RECORD_FORMAT_PATH, get_record_text, render_plain_text
from games.replays.imports.errors import handle_import_errors
from games.replays.imports.selectors import get_import, get_import_verification, get_record_access
from games.replays.rate_limits import require_download_rate
from games.replays.standalone.assembly import get_record_checker
from games.replays.standalone.build import get_verifier_archive, get_verifier_sha256
from games.replays.transparency_log import list_entries, list_table_entries
from games.replays.verification.selectors import VerificationPage, get_verification_page
from games.replays.verification.services import request_verification
from games.replays.viewer.access import get_ended_access
from games.tables.access import TableAccess, get_table_access
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.views.errors import render_errors


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the result of the fairness check.

    A POST requests another one: by a logged-in person who may see the match.
    """
    try:
        access = get_ended_access(public_id, request.user.pk)
    except NotFoundError:
        return _verify_import(request, public_id)
    if request.method != "POST":
        return render(request, "replays/verification/verify.html", _with_verifier(get_verification_page(access)))
    if not request.user.is_authenticated:
        raise ForbiddenError("sign-in-first")
    if not ratelimit.consume(request, action="verify"):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    request_verification(public_id=public_id)
    return redirect("replays:verify", public_id)


@require_safe
@render_errors
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sealed record, to be kept and checked elsewhere. All hands are open in it, as they are in the replay."""
    table = _get_access(request, public_id).table
    require_download_rate(request)
    text = "" if request.method == "HEAD" else get_record_text(table)
    return _file(f"tefuda-{public_id}.json", "application/json", text)


@require_safe
@render_errors
@handle_import_errors
def record_plain(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match in words, in the reader's language."""
    access = _get_access(request, public_id)
    require_download_rate(request)
    text = "" if request.method == "HEAD" else render_plain_text(access)
    return _file(f"tefuda-{public_id}.txt", "text/plain; charset=utf-8", text)


@require_safe
def verify_record_file(request: HttpRequest) -> HttpResponse:
    """The program that checks a record without this site."""
    return _file("verify_record.py", "text/plain; charset=utf-8", get_record_checker())


@require_safe
@etag(lambda request: f'"{get_verifier_sha256()}"')
def verify_match_file(request: HttpRequest) -> HttpResponse:
    """Download the program that replays a record. Its type isn't zip: some browsers would unpack it."""
    return _file("verify_match.pyz", "application/octet-stream", get_verifier_archive())


@require_safe
def record_format(request: HttpRequest) -> HttpResponse:
    """Describe the record's format, for authors of other programs."""
    return HttpResponse(RECORD_FORMAT_PATH.read_text(), content_type="text/plain; charset=utf-8")


@require_safe
@render_errors
def transparency_log(request: HttpRequest) -> HttpResponse:
    """The site's chain, `?from=` a link's number; who fetches it all goes on until nothing comes."""
    require_download_rate(request)
    start = request.GET.get("from", "1")
    number = int(start) if start.isascii() and start.isdecimal() and len(start) < 16 else 1
    entries = iter(()) if request.method == "HEAD" else list_entries(number)
    first_entry = [next(entries, "")]  # asked for before anything is answered: an error can still have a status
    return StreamingHttpResponse(chained(first_entry, entries), content_type="text/plain; charset=utf-8")  # type: ignore[return-value]


def _with_verifier(page: VerificationPage) -> dict[str, Any]:
    return {"page": page, "verifier_sha256": get_verifier_sha256()}


@require_safe
@render_errors
def table_log_lines(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table's own lines of that chain, for who may see the table: their devices keep them while it runs."""
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise NotFoundError("no-such-table")
    return HttpResponse("".join(list_table_entries(access.table)), content_type="text/plain; charset=utf-8")


def _file(name: str, kind: str, text: str | bytes) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _verify_import(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the check of an imported record. It is made once: nothing in it changes."""
    row = get_import(public_id, request.user.pk)
    if request.method == "POST":
        raise ConflictError("already-checked")
    page = get_import_verification(row)
    response = render(request, "replays/verification/verify.html", _with_verifier(page))
    if request.headers.get("HX-Request") == "true" and not page.pending:
        response.headers["HX-Refresh"] = "true"  # the elements around the answer have changed, too
    return response


def _get_access(request: HttpRequest, public_id: str) -> TableAccess:
    return get_record_access(public_id, request.user.pk)
