"""What documents claim about the tree: variables are described, links lead somewhere, there is one version."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.settings.env import RENAMED

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(path for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CONFIGURATION = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
DEVELOPMENT = "## For who develops"
READ_BY_LIBRARIES = {"SSL_CERT_FILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}
OTHERS = {"PGTZ", "PGOPTIONS", "CONTENT_TYPE"}  # PostgreSQL's, of which a sentence tells; what a request sends
READERS = ("environ.get", "environ.setdefault", "env.flag", "env.comma_separated")
SECRET_READER = "secret"  # config.settings.env: a variable, or `…_FILE`


def described(text: str) -> set[str]:
    """The variables in the first columns of its tables."""
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z0-9_]+)`", row)}


def read_in(source: str) -> Iterator[str]:
    """The environment variables that a module reads or sets, and whatever is spelled like one of ours."""
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
    assert read - set(RENAMED) - OTHERS - described(for_developers) == described(for_the_site) - READ_BY_LIBRARIES


def test_developers_variables_are_read_somewhere() -> None:
    texts = "".join(
        path.read_text(encoding="utf-8")
        for folder in (".ci", "config", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in ("", ".py") and path != Path(__file__)
    )
    assert {name for name in described(CONFIGURATION.split(DEVELOPMENT)[1]) if name not in texts} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(document: Path) -> None:
    text = re.sub(r"^(    .*|```.*?```)$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (document.parent / link).exists()] == []


OF_TODAY = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]  # which speaks of earlier versions as well


@pytest.mark.parametrize("document", OF_TODAY, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_lead_to_files(document: Path) -> None:
    """Those in one of our folders, written out."""
    text = document.read_text(encoding="utf-8")
    paths = re.findall(r"`((?:accounts|config|games|templates/[a-z]+|tests|docs)/[\w./-]+)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_version_is_that_of_the_newest_changes() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == newest[1]


def test_every_decision_is_listed_dated_and_short() -> None:
    folder = ROOT / "docs/decisions"
    notes = sorted(path for path in folder.glob("*.md") if path.name != "index.md")
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[^\]]+\]\(([^)]+)\)", index, re.MULTILINE) == [path.name for path in notes]
    for path in notes:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 60, path.name
        assert re.match(r"20\d\d-\d\d-\d\d\. Status: (accepted|replaced by )", lines[2]), path.name
