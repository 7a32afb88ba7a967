"""`serve --https`, with a certificate made by the recipe in docs/lan-https.md."""

import http.client
import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import ROOT, Migrated, Serve, serving
from tests.server.test_serve_alone import one_line_of

pytestmark = pytest.mark.process

CODE = re.compile(r"```sh\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the recipe's files."""
    folder = tmp_path_factory.mktemp("papers")
    (recipe,) = CODE.findall((ROOT / "docs" / "lan-https.md").read_text())
    environment = {**os.environ, "ADDRESS": "127.0.0.1", "NAME": "tefuda.test"}
    subprocess.run(["sh", "-euc", recipe], cwd=folder, env=environment, check=True, capture_output=True)
    return folder / "https"


@pytest.fixture(scope="module")
def encrypted(papers: Path, tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Iterator[Serve]:
    folder = tmp_path_factory.mktemp("encrypted")
    both = (str(papers / "tefuda.crt"), str(papers / "tefuda.key"))
    with serving(migrated(folder / "data"), "--host", "127.0.0.1", "--https", *both) as serve:
        yield serve


def build_trusting_context(papers: Path) -> ssl.SSLContext:
    """Like a phone that trusts the authority: names are checked, other authorities aren't trusted."""
    return ssl.create_default_context(cafile=str(papers / "authority.crt"))


def test_whoever_trusts_the_authority_gets_the_site(papers: Path, encrypted: Serve) -> None:
    line = http.client.HTTPSConnection("127.0.0.1", encrypted.port, context=build_trusting_context(papers), timeout=10)
    line.request("GET", "/account/login/")
    answer = line.getresponse()
    assert answer.status == 200
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)
    assert "Strict-Transport-Security" not in answer.headers
    assert f"https://127.0.0.1:{encrypted.port}/" in encrypted.log.read_text()


def test_forms_are_taken_over_https(papers: Path, encrypted: Serve) -> None:
    line = http.client.HTTPSConnection("127.0.0.1", encrypted.port, context=build_trusting_context(papers), timeout=10)
    origin = f"https://127.0.0.1:{encrypted.port}"
    line.request("GET", "/account/login/")
    answer = line.getresponse()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    assert token
    cookie = (answer.headers["Set-Cookie"] or "").split(";")[0]
    headers = {"Cookie": cookie, "Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/settings/language/", f"language=ja&csrfmiddlewaretoken={token[1]}", headers)
    assert line.getresponse().status == 302


def test_whoever_does_not_trust_it_does_not(encrypted: Serve) -> None:
    line = http.client.HTTPSConnection("127.0.0.1", encrypted.port, timeout=10)
    with pytest.raises(ssl.SSLCertVerificationError):
        line.request("GET", "/")


def test_a_proxys_word_is_not_believed(papers: Path, encrypted: Serve) -> None:
    """There is no proxy, so no header can claim that a request came over plain HTTP."""
    line = http.client.HTTPSConnection("127.0.0.1", encrypted.port, context=build_trusting_context(papers), timeout=10)
    line.request("GET", "/account/login/", headers={"X-Forwarded-Proto": "http"})
    assert line.getresponse().status == 200


def test_files_that_make_no_server_are_one_clear_line(papers: Path, tmp_path: Path) -> None:
    certificate, key = papers / "tefuda.crt", papers / "tefuda.key"
    locked = tmp_path / "locked.key"
    command = ["openssl", "ec", "-in", str(key), "-aes256", "-passout", "pass:secret", "-out", str(locked)]
    subprocess.run(command, check=True, capture_output=True)
    for pair in (
        (tmp_path / "none.crt", key),
        (certificate, papers / "authority.key"),
        (key, certificate),
        (certificate, locked),
    ):
        paths = [str(path) for path in pair]
        line = one_line_of("manage.py", "serve", "--https", *paths, TEFUDA_DATA_DIR=str(tmp_path))
        assert paths[0] in line
        assert paths[1] in line
