"""Headers of every answer, and refused requests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.server.running import ROOT, outside

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
KB = 1024


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/account/login/", "/admin/login/", "/no/such/page/"])
def test_every_page_has_the_strict_policy(client: Client, path: str) -> None:
    response = client.get(path)
    directives = (part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert dict(directives) == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "sentence"), [("en", "The limit is 64 KB"), ("ja", "64")])
def test_a_body_that_no_form_of_ours_has_gets_413_and_a_page(client: Client, language: str, sentence: str) -> None:
    response = client.post("/account/login/", {"login": "x" * 1024 * KB}, headers={"accept-language": language})
    assert response.status_code == 413
    page = response.content.decode()
    assert f'lang="{language}"' in page
    assert sentence in page
    assert "Content-Security-Policy" in response


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "status"), [(64 * KB, 200), (64 * KB + 1, 413)])
def test_the_bound_is_64_kb(client: Client, size: int, status: int) -> None:
    body = "login=".ljust(size, "x")
    response = client.post("/account/login/", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status


@pytest.mark.django_db
def test_the_language_switch_is_there(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "ja", "next": "/"})
    assert 'lang="ja"' in client.get("/").content.decode()


def check_deploy(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    required = {
        "TEFUDA_DATA_DIR": str(folder),
        "ALLOWED_HOSTS": "tefuda.example.org",
        "SECRET_KEY": os.urandom(40).hex(),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    env = {**outside(), **required, **environment}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


def test_a_real_installation_has_nothing_to_warn_of(tmp_path: Path) -> None:
    ended = check_deploy(tmp_path, TEFUDA_HTTPS="1")
    assert ended.returncode == 0, ended.stderr
    assert "WARNING" not in ended.stderr


def test_the_check_would_warn(tmp_path: Path) -> None:
    ended = check_deploy(tmp_path, TEFUDA_DEBUG="1")
    assert ended.returncode != 0
    assert "security.W018" in ended.stderr


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    env = {**outside(), "TEFUDA_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    starts = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    keys = {start.communicate()[0].strip() for start in starts}
    assert keys == {(tmp_path / "secret_key").read_text()}
    assert len(keys.pop()) > 80
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir() if "secret" in file.name] == ["secret_key"]
