"""No index duplicates the beginning of another: each costs time with every row written."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models


def list_indexes(model: type[models.Model]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Of all rows: names, and the columns in order."""
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and constraint.condition is None:
            yield constraint.name, tuple(constraint.fields)
    for index in model._meta.indexes:
        if index.condition is None:
            yield index.name, tuple(name.lstrip("-") for name in index.fields)
    for field in model._meta.local_fields:
        if field.db_index and not field.unique:
            yield f"{field.name}, by db_index", (field.name,)


def test_no_index_begins_another() -> None:
    problems, ours = [], [model for model in apps.get_models() if model.__module__.startswith(("accounts.", "games."))]
    for model in ours:
        indexes = list(list_indexes(model))
        problems += [
            f"{model.__name__}: {name} begins {other}"
            for name, columns in indexes
            for other, other_columns in indexes
            if name != other and other_columns[: len(columns)] == columns
        ]
    assert len(ours) > 40
    assert problems == []
