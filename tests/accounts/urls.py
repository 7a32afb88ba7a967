"""The site's addresses, and one where whoever comes is given a person, as the games' pages do it."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.services import person_of
from config.urls import urlpatterns as site


def sit(request: HttpRequest) -> HttpResponse:
    return HttpResponse(person_of(request).public_id)


urlpatterns = [path("test/sit/", sit), *site]
