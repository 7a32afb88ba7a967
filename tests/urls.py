"""The site's addresses, one where whoever comes is given a person, as the games' pages do it, and one that says who."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.services.users import ensure_user
from config.urls import handler500 as handler500
from config.urls import urlpatterns as site


def sit(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ensure_user(request).public_id)


def who(request: HttpRequest) -> HttpResponse:
    return HttpResponse(getattr(request.user, "public_id", ""))


urlpatterns = [path("test/sit/", sit), path("test/who/", who), *site]
