"""What is left of an ended match to keep and to check."""

from itertools import chain as chained
from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import etag, require_http_methods, require_safe

from games.replays.archive.export import CHECKER, FORMAT_TEXT, plain_text, record_text
from games.replays.imports.errors import strange_refused
from games.replays.imports.selectors import brought_row, brought_verified, record_access
from games.replays.rate_limits import read_counted
from games.replays.standalone.build import verifier_archive, verifier_sha256
from games.replays.transparency_log import lines, lines_of
from games.replays.verification.selectors import Verified, verification_page
from games.replays.verification.services import verification_request
from games.replays.viewer.access import ended_access
from games.tables.access import Access, table_access
from games.tables.errors import Conflict, NotAllowed, NotFound
from games.tables.views.errors import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Was it fair? What the check found. A POST asks for another one: by whoever is signed in and may look."""
    try:
        access = ended_access(public_id, request.user.pk)
    except NotFound:
        return _brought(request, public_id)
    if request.method != "POST":
        return render(request, "replays/verify.html", _with_verifier(verification_page(access)))
    if not request.user.is_authenticated:
        raise NotAllowed("sign-in-first")
    if not ratelimit.consume(request, action="verify"):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    verification_request(public_id=public_id)
    return redirect("replays:verify", public_id)


@require_safe
@answers_refusals
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sealed record, to be kept and checked elsewhere. All hands are open in it, as they are in the replay."""
    table = _ended(request, public_id).table
    read_counted(request)
    made = "" if request.method == "HEAD" else record_text(table)
    return _file(f"tefuda-{public_id}.json", "application/json", made)


@require_safe
@answers_refusals
@strange_refused
def record_plain(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match in words, in the reader's language."""
    access = _ended(request, public_id)
    read_counted(request)
    made = "" if request.method == "HEAD" else plain_text(access)
    return _file(f"tefuda-{public_id}.txt", "text/plain; charset=utf-8", made)


@require_safe
def checker(request: HttpRequest) -> HttpResponse:
    """The program that checks a record without this site."""
    return _file("verify_record.py", "text/plain; charset=utf-8", CHECKER.read_text())


@require_safe
@etag(lambda request: f'"{verifier_sha256()}"')
def verifier(request: HttpRequest) -> HttpResponse:
    """The program that plays a record anew. Not told to be the zip file that it is: some browsers would unpack it."""
    return _file("verify_match.pyz", "application/octet-stream", verifier_archive())


@require_safe
def record_format(request: HttpRequest) -> HttpResponse:
    """What stands in a record, for whoever writes a program of their own."""
    return HttpResponse(FORMAT_TEXT.read_text(), content_type="text/plain; charset=utf-8")


@require_safe
@answers_refusals
def chain(request: HttpRequest) -> HttpResponse:
    """The site's chain, `?from=` a link's number; who fetches it all goes on until nothing comes."""
    read_counted(request)
    start = request.GET.get("from", "1")
    number = int(start) if start.isascii() and start.isdecimal() and len(start) < 16 else 1
    found = iter(()) if request.method == "HEAD" else lines(number)
    begun = [next(found, "")]  # asked for before anything is answered: an error can still have a status
    return StreamingHttpResponse(chained(begun, found), content_type="text/plain; charset=utf-8")  # type: ignore[return-value]


def _with_verifier(page: Verified) -> dict[str, Any]:
    return {"page": page, "verifier_sha256": verifier_sha256()}


@require_safe
@answers_refusals
def table_chain(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table's own lines of that chain, for who may see the table: their devices keep them while it runs."""
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise NotFound("no-such-table")
    return HttpResponse("".join(lines_of(access.table)), content_type="text/plain; charset=utf-8")


def _file(name: str, kind: str, text: str | bytes) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _brought(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the check of a record from elsewhere found. It is made once: nothing in it changes."""
    row = brought_row(public_id, request.user.pk)
    if request.method == "POST":
        raise Conflict("already-checked")
    page = brought_verified(row)
    response = render(request, "replays/verify.html", _with_verifier(page))
    if request.headers.get("HX-Request") == "true" and not page.pending:
        response.headers["HX-Refresh"] = "true"  # what stands around the answer has become known, too
    return response


def _ended(request: HttpRequest, public_id: str) -> Access:
    return record_access(public_id, request.user.pk)
