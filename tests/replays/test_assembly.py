"""verify_record.py is assembled from the base and one part per game, and each part is what it may be."""

import ast
import shutil
import zipfile
from io import BytesIO

import pytest

from games.engine.code_digest import RECORD_CHECK
from games.pwa.practice.bundle import get_bundle
from games.replays.standalone.assembly import (
    BASE,
    RECORD_CHECKER,
    SOURCE_ROOT,
    assemble_record_checker,
    get_record_checker,
)
from games.replays.standalone.build import get_verifier_archive
from tests.replays.random_records import random_record
from tests.replays.record_checker import verify

CATALOG = SOURCE_ROOT / "games" / "catalog"
PART = f'''"""Card checks of Whist."""

from fractions import Fraction

from {BASE} import GAMES, Game


# A comment.
class Whist(Game):
    """Thirteen cards each."""

    half = Fraction(1, 2)


GAMES["whist"] = Whist
'''


@pytest.fixture
def tree(tmp_path):
    """A copy of all sources of the program, and of nothing else."""
    shutil.copytree(SOURCE_ROOT / RECORD_CHECKER, tmp_path / RECORD_CHECKER)
    for path in CATALOG.glob(f"*/{RECORD_CHECK}"):
        copy = tmp_path / path.relative_to(SOURCE_ROOT)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    return tmp_path


def add_part(tree, text):
    folder = tree / "games" / "catalog" / "whist"
    folder.mkdir()
    (folder / RECORD_CHECK).write_text(text, encoding="utf-8")


def test_the_same_sources_give_the_same_text(tree):
    assert assemble_record_checker(tree) == get_record_checker()


def test_a_new_part_is_included(tree):
    add_part(tree, PART)
    text = assemble_record_checker(tree)
    assert "\nfrom fractions import Fraction\nfrom hashlib import sha256\n" in text
    assert '# A comment.\nclass Whist(Game):\n    """Thirteen cards each."""\n' in text
    namespace = {"__name__": "verify_record"}
    exec(compile(text, "verify_record.py", "exec"), namespace)
    assert list(namespace["GAMES"]) == sorted(namespace["GAMES"])
    assert namespace["GAMES"]["whist"].half * 2 == 1


def test_a_game_without_a_part_is_unknown():
    assert verify({**random_record("lombard", {}, 4, 1), "title": "whist"}) == "a game that this program doesn't know"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (PART.replace("fractions", "games.catalog.whist.state"), "imports games.catalog.whist.state"),
        (PART.replace("fractions", "games.kit.seats"), "imports games.kit.seats"),
        (PART.replace("fractions", "django"), "imports django"),
        (PART.replace("from fractions", "from .fractions"), "imports from .fractions"),
        (PART.replace("import GAMES", "import need as GAMES"), "imports from games.replays"),
        (PART.replace(f"from {BASE} import GAMES, Game", f"import {BASE.rpartition('.')[0]}.record"), "record$"),
        (PART + "from fractions import gcd\n", "needs a docstring, then all of its imports"),
        (PART + "def halve():\n    import os\n", "needs a docstring, then all of its imports"),
        (PART.partition("\n")[2], "needs a docstring, then all of its imports"),
        ("", "needs a docstring, then all of its imports"),
        (PART.replace("Whist(", "Lombard("), "Lombard is already used by .*lombard"),
        (PART + "need, SEATS = None, 4\n", "need is already used by .*base"),
        (PART.replace("fractions import Fraction", "shlex import Counter"), "Counter is already used by"),
    ],
)
def test_a_part_that_does_not_fit_is_refused(tree, text, problem):
    add_part(tree, text)
    with pytest.raises(ValueError, match=problem):
        assemble_record_checker(tree)


@pytest.mark.parametrize("path", sorted(CATALOG.glob(f"*/{RECORD_CHECK}")), ids=lambda path: path.parent.name)
def test_a_part_adds_the_game_of_its_folder(path):
    added = [
        ast.unparse(target)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if "GAMES" in ast.unparse(target)
    ]
    assert added == [f"GAMES['{path.parent.name}']"]


@pytest.mark.parametrize("archive", [get_verifier_archive, get_bundle])
def test_parts_are_not_in_other_programs(archive):
    with zipfile.ZipFile(BytesIO(archive())) as packed:
        assert not [name for name in packed.namelist() if name.endswith(RECORD_CHECK)]
