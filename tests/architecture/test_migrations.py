"""No migration changes once a release has published it (published_migrations.txt; publish_migrations.py adds to it)."""

from pathlib import Path

from tests.architecture.publish_migrations import find_problems, list_migrations, read_published


def test_published_migrations_are_as_they_were() -> None:
    assert find_problems(list_migrations(), read_published()) == []


def test_all_apps_are_looked_at() -> None:
    found = list_migrations()
    assert {"accounts/migrations/0001_initial.py", "games/tables/migrations/0001_initial.py"} <= set(found)


def test_a_changed_one_and_a_missing_one_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "tables" / "migrations"
    folder.mkdir(parents=True)
    for name in ("__init__", "0001_initial", "0002_more", "0003_most"):
        (folder / f"{name}.py").write_text(f"# {name}\n")
    published = list_migrations(tmp_path)
    assert len(published) == 3
    assert find_problems(list_migrations(tmp_path), published) == []
    (folder / "0002_more.py").write_text("# another\n")
    (folder / "0003_most.py").unlink()
    (folder / "0004_new.py").write_text("# may come at any time\n")
    changed, gone = find_problems(list_migrations(tmp_path), published)
    assert "0002_more.py was published with a release and has changed" in changed
    assert "0003_most.py was published with a release and is gone" in gone
    assert all("add a new migration instead" in problem for problem in (changed, gone))
