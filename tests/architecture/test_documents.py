"""What documents claim about the tree: variables are described, links lead somewhere, there is one version."""

import ast
import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from config.settings.env import RENAMED

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(path for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CONFIGURATION = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
DEVELOPMENT = "## For developers"
READ_BY_LIBRARIES = {"SSL_CERT_FILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}
OTHERS = {"PGTZ", "PGOPTIONS", "CONTENT_TYPE"}  # PostgreSQL's, mentioned in a sentence; and what a request sends
READERS = ("environ.get", "environ.setdefault", "env.flag", "env.comma_separated")
SECRET_READER = "secret"  # config.settings.env: a variable, or `…_FILE`


def list_described(text: str) -> set[str]:
    """The variables in the first columns of its tables."""
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z0-9_]+)`", row)}


def read_in(source: str) -> Iterator[str]:
    """Return the environment variables that a module reads or sets, and all names spelled like ours."""
    for node in ast.walk(ast.parse(source)):
        first: ast.expr | None = None
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(READERS):
            first = node.args[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in (SECRET_READER, f"env.{SECRET_READER}"):
            name = ast.literal_eval(node.args[0])
            yield from (name, f"{name}_FILE")
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("environ"):
            first = node.slice
        elif isinstance(node, ast.Constant) and re.fullmatch(r"TEFUDA_[A-Z0-9_]+", str(node.value)):
            first = node
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("_VARIABLE"):
            first = node.value
        for part in first.elts if isinstance(first, ast.Tuple) else [first]:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def test_every_variable_that_is_read_is_described_and_no_other() -> None:
    files = [path for folder in ("accounts", "config", "games") for path in (ROOT / folder).rglob("*.py")]
    read = {name for path in files for name in read_in(path.read_text(encoding="utf-8"))}
    for_the_site, for_developers = CONFIGURATION.split(DEVELOPMENT)
    assert (
        read - set(RENAMED) - OTHERS - list_described(for_developers)
        == list_described(for_the_site) - READ_BY_LIBRARIES
    )


def test_developers_variables_are_read_somewhere() -> None:
    texts = "".join(
        path.read_text(encoding="utf-8")
        for folder in (".ci", "config", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in ("", ".py") and path != Path(__file__)
    )
    assert {name for name in list_described(CONFIGURATION.split(DEVELOPMENT)[1]) if name not in texts} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(document: Path) -> None:
    text = re.sub(r"^(    .*|```.*?```)$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (document.parent / link).exists()] == []


OF_TODAY = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]  # which speaks of earlier versions as well
PRESENT_DOCUMENTS = [path for path in OF_TODAY if "decisions" not in path.parts]  # decisions describe the past, too
NOT_SOURCES = {".md", ".po", ".mo", ".png", ".jpg", ".z", ".woff2", ".ttf", ".otf", ".xz", ".tar"}
# Words of gettext, PostgreSQL, Redis, nginx, OpenSSL, CSS and Django's permissions, and prefixes of names.
OTHER_PROGRAMS = {
    "msgid", "msgstr", "archive_command", "SSUBSCRIBE", "proxy_request_buffering", "subjectAltName", "rem",
    "SOURCE_DATE_EPOCH", "add_user", "delete_user", "replays_analysis", "is_", "has_", "can_",
}  # fmt: skip
WRITTEN_BY_HAND = [path for path in PRESENT_DOCUMENTS if path.name != "urls.md"]
EXAMPLES = ("abcdefghjkmn", "1", "lombard")  # ids, numbers and games in addresses
NOT_ADDRESSES = ("/live/", "/srv/", "/var/", "/etc/", "/usr/", "/run/", "/tmp/")


@pytest.mark.parametrize("document", OF_TODAY, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_lead_to_files(document: Path) -> None:
    """Those in one of our folders, written out."""
    text = document.read_text(encoding="utf-8")
    paths = re.findall(r"`((?:accounts|config|games|templates/[a-z]+|tests|docs)/[\w./-]+)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.fixture(scope="module")
def source_words() -> set[str]:
    """Every word of our sources, settings and templates."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    paths = [ROOT / name for name in files if Path(name).suffix not in NOT_SOURCES and not name.startswith("docs/")]
    return {word for path in paths if path.is_file() for word in re.findall(r"\w+", path.read_text(errors="ignore"))}


@pytest.mark.parametrize("document", PRESENT_DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_exist(document: Path, source_words: set[str]) -> None:
    """Identifiers in backticks are words of the sources, but for those of other programs."""
    text = re.sub(r"^(    .*|```.*?```)$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    names = re.findall(r"`([A-Za-z_][\w.]*\w)(?:\([^`]*\))?`", text)
    words = {word for name in names for word in re.findall(r"[A-Za-z_]\w+", name)} - source_words - OTHER_PROGRAMS
    assert sorted(word for word in words if word.removesuffix("_FILE") not in source_words) == []  # config.settings.env


@pytest.mark.parametrize("document", PRESENT_DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert sorted(set(re.findall(r"(?:^    |`)make (\w[\w-]*)", text, re.MULTILINE)) - targets) == []
    assert sorted(set(re.findall(r"manage\.py ([a-z]\w+)", text)) - {"serve", *get_commands()}) == []
    modules = re.findall(r"python -m ((?:config|games|tests|accounts)[\w.]*\w)", text)
    paths = [ROOT / name.replace(".", "/") for name in modules]
    assert [path for path in paths if not path.with_suffix(".py").exists() and not path.is_dir()] == []


@pytest.mark.parametrize("document", WRITTEN_BY_HAND, ids=lambda path: str(path.relative_to(ROOT)))
def test_addresses_of_the_site_exist(document: Path) -> None:
    """Those in backticks that end in a slash, with an id or a number in place of each `<…>`."""
    text = document.read_text(encoding="utf-8")
    addresses = sorted(set(re.findall(r"`(/[a-z][\w/<>-]*/)`", text)))
    ours = [address for address in addresses if not address.startswith(NOT_ADDRESSES)]
    assert [address for address in ours if not any(is_address(address, example) for example in EXAMPLES)] == []


def is_address(address: str, example: str) -> bool:
    try:
        resolve(re.sub(r"<[^>]*>", example, address))
    except Resolver404:
        return False
    return True


def test_the_version_is_the_newest_release_or_in_development() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\d\S+)", changelog, re.MULTILINE)
    assert newest
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert version.endswith(".dev0") if "## Unreleased" in changelog else version == newest[1]


def test_published_sections_of_the_changelog_never_change() -> None:
    """Making a release adds a line to the list: the version, and the SHA-256 of its section."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (?=\d)", changelog, flags=re.MULTILINE)[1:]
    digests = [f"{part.split()[0]} {hashlib.sha256(part.encode()).hexdigest()}" for part in sections]
    assert digests == (ROOT / "tests/architecture/published_changes.txt").read_text(encoding="utf-8").splitlines()


def test_every_decision_is_listed_dated_and_short() -> None:
    folder = ROOT / "docs/decisions"
    notes = sorted(path for path in folder.glob("*.md") if path.name != "index.md")
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[^\]]+\]\(([^)]+)\)", index, re.MULTILINE) == [path.name for path in notes]
    for path in notes:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 60, path.name
        assert re.match(r"20\d\d-\d\d-\d\d\. Status: (accepted|replaced by )", lines[2]), path.name
