"""Text goes out compressed, and its length gives nothing away."""

import gzip
import zlib

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from config.middleware.gzip import GzipMiddleware

TEXT = "手札 " * 1_000


def compress(response: HttpResponse | StreamingHttpResponse, **headers: str) -> HttpResponse | StreamingHttpResponse:
    request = RequestFactory(headers={"accept-encoding": "gzip"} | headers).get("/")
    return GzipMiddleware(lambda _request: response)(request)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/lobby/", "/no/such/page/", "/admin/login/"])
def test_every_page_for_whoever_can_unpack_it(client: Client, path: str) -> None:
    plain = client.get(path, follow=True)
    packed = client.get(path, headers={"accept-encoding": "gzip, deflate, br, zstd"}, follow=True)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert gzip.decompress(packed.content).endswith(b"</html>\n")
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer["Vary"]


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"])
def test_not_for_others(accepted: str) -> None:
    response = compress(HttpResponse(TEXT), **{"accept-encoding": accepted})
    assert response.content.decode() == TEXT


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "GZIP, deflate".lower(), "gzip;q=0.01"])
def test_however_it_is_asked_for(accepted: str) -> None:
    assert gzip.decompress(compress(HttpResponse(TEXT), **{"accept-encoding": accepted}).content).decode() == TEXT


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse("short"),
        HttpResponse(TEXT, content_type="image/png"),
        HttpResponse(TEXT, headers={"Content-Encoding": "br"}),
        HttpResponse(status=304),
    ],
)
def test_what_is_left_alone(response: HttpResponse) -> None:
    before, encoding = response.content, response.get("Content-Encoding")
    assert (compress(response).content, response.get("Content-Encoding")) == (before, encoding)


def test_streams_are_left_alone() -> None:
    assert b"".join(compress(StreamingHttpResponse([TEXT]))).decode() == TEXT


def test_a_tag_is_weak_because_the_bytes_differ() -> None:
    assert compress(HttpResponse(TEXT, headers={"ETag": '"a"'}))["ETag"] == 'W/"a"'
    assert compress(HttpResponse(TEXT, headers={"ETag": 'W/"a"'}))["ETag"] == 'W/"a"'


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_asks_for_has_its_own_length(site: str) -> None:
    assert compress(HttpResponse(TEXT), **{"sec-fetch-site": site}).content.decode() == TEXT
    assert compress(HttpResponse(TEXT), **{"sec-fetch-site": "same-origin"})["Content-Encoding"] == "gzip"


def test_the_same_page_has_many_lengths() -> None:
    packed = [compress(HttpResponse(TEXT)).content for _ in range(200)]
    lengths = {len(body) for body in packed}
    assert len(lengths) > GzipMiddleware.max_random_bytes / 2
    assert max(lengths) - min(lengths) <= GzipMiddleware.max_random_bytes
    for body in packed:
        assert zlib.decompressobj(wbits=31).decompress(body).decode() == TEXT


@pytest.mark.parametrize("kind", ["application/json", "application/manifest+json; charset=utf-8"])
def test_what_scripts_and_programs_read_is_compressed_from_a_kilobyte_on(kind: str) -> None:
    packed = compress(HttpResponse('{"a": 1}' * 128, content_type=kind))
    assert gzip.decompress(packed.content) == b'{"a": 1}' * 128
    assert "Content-Encoding" not in compress(HttpResponse('{"a": 1}' * 127, content_type=kind))
