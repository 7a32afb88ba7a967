"""No migration changes once a release has published it (published_migrations.txt; publish_migrations.py adds to it).
And those that come after it leave a database in which the release's own code goes on: two versions run side by side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from pytest_django import Settings

from tests.architecture.publish_migrations import find_problems, list_migrations, read_published


def test_published_migrations_are_as_they_were() -> None:
    assert find_problems(list_migrations(), read_published()) == []


def test_all_apps_are_looked_at() -> None:
    migrations = list_migrations()
    assert {"accounts/migrations/0001_initial.py", "games/tables/migrations/0001_initial.py"} <= set(migrations)


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
    changed, missing = find_problems(list_migrations(tmp_path), published)
    assert "0002_more.py was published with a release and has changed" in changed
    assert "0003_most.py was published with a release and is gone" in missing
    assert all("add a new migration instead" in problem for problem in (changed, missing))


def list_obstacles(before: ProjectState, after: ProjectState) -> Iterator[str]:
    """Return what breaks code that knows the tables `before` when run on those `after`.

    Expand first; contract once no running release needs it (docs/upgrading.md).
    """
    for key, model in before.models.items():
        name = ".".join(key)
        if key not in after.models:
            yield f"{name} is gone"
            continue
        later = after.models[key]
        if model.options.get("db_table") != later.options.get("db_table"):
            yield f"{name} has another table"
        for field_name, field in model.fields.items():
            yield from _list_obstacles_of_field(f"{name}.{field_name}", field, later.fields.get(field_name))
        for field_name in later.fields.keys() - model.fields.keys():
            field = later.fields[field_name]
            if not (field.many_to_many or field.null or field.has_db_default()):
                yield f"{name}.{field_name} is new: it needs null=True or a db_default"


def _list_obstacles_of_field(name: str, field: models.Field, later: models.Field | None) -> Iterator[str]:
    if later is None:
        yield f"{name} is gone"
    elif (field.db_column, field.get_internal_type()) != (later.db_column, later.get_internal_type()):
        yield f"{name} is of another kind"
    elif field.null and not later.null:
        yield f"{name} may no longer be null"
    elif later.unique and not field.unique:
        yield f"{name} has to be unique"
    elif later.max_length and (field.max_length or 0) > later.max_length:
        yield f"{name} is shorter"


@pytest.fixture
def loader(settings: Settings) -> MigrationLoader:
    """All migrations; tests make their tables without any."""
    settings.MIGRATION_MODULES = {}
    return MigrationLoader(None)


def test_the_code_of_the_release_goes_on_with_todays_database(loader: MigrationLoader) -> None:
    published = [(Path(path).parts[-3], Path(path).stem) for path in read_published()]
    newest = {app: max(name for label, name in published if label == app) for app, _ in published}
    before = loader.project_state(list(newest.items()))
    assert {app for app, _ in before.models} >= {"accounts", "tables"}
    assert list(list_obstacles(before, loader.project_state())) == []


def make_state(**fields: models.Field) -> ProjectState:
    state = ProjectState()
    state.add_model(ModelState("app", "Seat", [("id", models.AutoField(primary_key=True)), *fields.items()]))
    return state


BEFORE = {"name": models.CharField(max_length=20), "till": models.DateTimeField(null=True)}


@pytest.mark.parametrize(
    ("after", "says"),
    [
        ({**BEFORE, "more": models.TextField()}, ["app.seat.more is new: it needs null=True or a db_default"]),
        (
            {**BEFORE, "more": models.TextField(default="")},
            ["app.seat.more is new: it needs null=True or a db_default"],
        ),
        ({**BEFORE, "more": models.TextField(db_default="")}, []),
        ({**BEFORE, "more": models.TextField(null=True)}, []),
        ({"till": BEFORE["till"]}, ["app.seat.name is gone"]),
        ({**BEFORE, "name": models.CharField(max_length=10)}, ["app.seat.name is shorter"]),
        ({**BEFORE, "name": models.CharField(max_length=30)}, []),
        ({**BEFORE, "name": models.IntegerField()}, ["app.seat.name is of another kind"]),
        ({**BEFORE, "name": models.CharField(max_length=20, unique=True)}, ["app.seat.name has to be unique"]),
        ({**BEFORE, "till": models.DateTimeField()}, ["app.seat.till may no longer be null"]),
    ],
)
def test_what_would_stop_the_former_code_is_named(after: dict[str, models.Field], says: list[str]) -> None:
    assert list(list_obstacles(make_state(**BEFORE), make_state(**after))) == says


def test_a_table_that_is_gone_is_named() -> None:
    assert list(list_obstacles(make_state(), ProjectState())) == ["app.seat is gone"]
