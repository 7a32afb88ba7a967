"""Cookies, forms and addresses that no page of ours makes a browser send: never an error on our side."""

import pytest
from django.test import Client

from tests.server.raw_http import Visitor, site_running

NUL, BYTES = '"\\000abcdefgh"', '"\\377\\376"'
ODD_VALUES = [NUL, BYTES, "x" * 5_000, "../../etc", '"\\012"', "[]", "0", '"\\000"', "%00", "a" * 32, "é" * 32]


COOKIES = ["sessionid", "csrftoken", "theme", "coach", "django_language", "messages"]
# One page with every value in every cookie; all pages with one of each kind of value.
ALL_PAGES = [NUL, BYTES, "x" * 5_000]


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", COOKIES)
def test_odd_cookies_open_the_front_page(cookie: str) -> None:
    for value in ODD_VALUES:
        client = Client(headers={"cookie": f"{cookie}={value}"})
        assert client.get("/").status_code == 200, value
        assert client.post("/settings/theme/", {"theme": "dark"}).status_code == 302, value


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", COOKIES)
@pytest.mark.parametrize("value", ALL_PAGES)
def test_odd_cookies_are_as_good_as_none(cookie: str, value: str) -> None:
    client = Client(headers={"cookie": f"{cookie}={value}"})
    for address in ("/", "/lobby/", "/account/login/"):
        assert client.get(address).status_code == 200
    assert client.get("/admin/login/").status_code == 302
    assert client.get("/no/such/page/").status_code == 404
    assert client.post("/settings/theme/", {"theme": "dark"}).status_code == 302
    assert client.post("/settings/language/", {"language": "ja"}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/no/such/page/", "/no/such/page", "/admin/none/", "/admin", "/settings/theme/", "/account/login/"]
)
@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"]
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_forms_that_cannot_be_taken_apart(address: str, kind: str, language: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
    client.cookies["csrftoken"] = "a" * 32  # with it, error pages look at the form too
    answer = client.generic("POST", address, b"xyz", content_type=kind)
    whole = kind.endswith("=x")
    assert answer.status_code in ((301, 302, 403, 404) if whole else (400,))
    assert whole or f'lang="{language}"' in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/no/such/page/", "/settings/theme/"])
def test_more_fields_than_any_form_has(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    body = "&".join(f"f{n}=x" for n in range(1_500))
    answer = client.post(address, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400


@pytest.mark.django_db(transaction=True)
def test_content_types_with_encoded_parameters() -> None:
    kinds = ["text/plain; charset*=utf-8''%00", "text/plain; charset*=x''%ff", "text/plain; charset*=\xff''%ff"]
    kinds += [f"multipart/form-data; boundary*=utf-16''{mark}" for mark in ("%00", "%ff")]
    head = "POST {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: csrftoken={}\r\n"
    with site_running() as site:
        for kind in kinds:
            for address in ("/no/such/page/", "/settings/theme/"):
                request = head.format(address, "a" * 32) + f"Content-Length: 3\r\nContent-Type: {kind}\r\n\r\nabc"
                with Visitor(site.port) as visitor:
                    assert visitor.says(request.encode("latin-1")).status() in (403, 404)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/account/password/reset/key/zzzzzzzzzzzzz-x-y/", "/account/password/reset/key/1-%00/",
        "/account/login/?next=%00", "/admin/login/?next=%00",
        f"/replays/nosuchtable2/positions/{10**30}/", "/settings/language/?next=%00", "/?%00=%00",
    ],
)  # fmt: skip
def test_odd_addresses(address: str) -> None:
    assert Client().get(address).status_code < 500
