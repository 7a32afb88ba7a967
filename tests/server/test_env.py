"""What the environment says becomes settings."""

from pathlib import Path

import pytest

from config.server.http import host_addresses
from config.settings import env


@pytest.mark.parametrize(("text", "means"), [("1", True), ("yes", True), ("0", False), ("", False), ("False ", False)])
def test_flag(monkeypatch: pytest.MonkeyPatch, text: str, means: bool) -> None:
    monkeypatch.setenv("TEFUDA_FLAG", text)
    assert env.flag("TEFUDA_FLAG") is means


def test_a_missing_flag_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEFUDA_FLAG", raising=False)
    assert env.flag("TEFUDA_FLAG") is False


def test_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_LIST", " a.example , b.example,,")
    assert env.comma_separated("TEFUDA_LIST") == ["a.example", "b.example"]


def test_mail_by_smtp() -> None:
    settings = env.email_settings("smtp://post%40club:p%2Fw@mail.example.org:587/?tls=1")
    assert settings["EMAIL_HOST"] == "mail.example.org"
    assert settings["EMAIL_PORT"] == 587
    assert settings["EMAIL_HOST_USER"] == "post@club"
    assert settings["EMAIL_HOST_PASSWORD"] == "p/w"
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (True, False)


def test_mail_by_smtps() -> None:
    settings = env.email_settings("smtps://mail.example.org")
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (465, False, True)


def test_no_mail_is_no_mail() -> None:
    assert env.email_settings("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


def test_unknown_mail_is_an_error() -> None:
    with pytest.raises(ValueError, match="pigeon"):
        env.email_settings("pigeon://loft")


def test_own_addresses_are_never_loopback() -> None:
    assert all(not address.startswith("127.") for address in host_addresses.list_own_addresses())
    assert all(name == name.lower() and name for name in host_addresses.list_own_names())


@pytest.mark.parametrize("old", env.RENAMED)
def test_a_variable_by_its_old_name_is_refused(monkeypatch, old):
    env.refuse_renamed()
    monkeypatch.setenv(old, "1")
    with pytest.raises(SystemExit, match=rf"{old} is called TEFUDA_\w+"):
        env.refuse_renamed()


@pytest.mark.parametrize(("said", "expected"), [("", True), ("0", False), ("off", False), ("1", True)])
def test_a_switch_that_is_on_by_default_is_switched_off_by_word_only(monkeypatch, said, expected):
    monkeypatch.setenv("TEFUDA_FLAG", said)
    assert env.flag("TEFUDA_FLAG", default=True) is expected


def test_a_secret_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TEFUDA_THING", raising=False)
    assert env.secret("TEFUDA_THING") == ""
    (tmp_path / "thing").write_text("in a file\n")
    monkeypatch.setenv("TEFUDA_THING_FILE", str(tmp_path / "thing"))
    assert env.secret("TEFUDA_THING") == "in a file"
    monkeypatch.setenv("TEFUDA_THING_FILE", "")  # an empty variable counts as unset
    monkeypatch.setenv("TEFUDA_THING", "in the environment")
    assert env.secret("TEFUDA_THING") == "in the environment"


def test_a_secret_said_twice_or_lost_ends_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TEFUDA_THING_FILE", str(tmp_path / "thing"))
    with pytest.raises(SystemExit, match=r"TEFUDA_THING_FILE=\S+ can't be read \(No such file"):
        env.secret("TEFUDA_THING")
    monkeypatch.setenv("TEFUDA_THING", "too")
    with pytest.raises(SystemExit, match="both set"):
        env.secret("TEFUDA_THING")


def test_keys_of_files_are_those_of_the_site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And none is created in addition."""
    for name in ("SECRET_KEY", "TEFUDA_VAPID_KEY", "SECRET_KEY_FILE", "TEFUDA_VAPID_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    data = tmp_path / "data"
    assert env.key_files(data) == {"secret_key": data / "secret_key", "vapid_key": data / "vapid_key"}
    (tmp_path / "key").write_text("k" * 50)
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))
    assert env.secret_key(data) == "k" * 50
    assert env.vapid_key(data) == ""  # there may be several machines
    assert env.key_files(data)["secret_key"] == tmp_path / "key"
    assert not data.exists()
