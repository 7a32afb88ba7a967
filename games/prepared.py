"""Queries whose SQL is written once: Django takes many times as long to write a query as the database to answer it.

    _TABLE = Prepared(lambda: Table.objects.select_related("position").filter(public_id=Param("id")))
    table = _TABLE.first(id=public_id)

For what every request asks. The rows are those Django would give, read anew with each call.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Expression, Field, QuerySet
from django.db.models import query as django_query

Row = TypeVar("Row")


class Param(Expression):
    """A place for a value that is given with each call, as the database's driver takes it: text, numbers, booleans."""

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _Plan:
    sql: str
    params: tuple[Any, ...]
    compiler: Any
    converters: dict[int, Any]
    made: Callable[[Iterable[Any]], Iterable[Any]]


class Prepared(Generic[Row]):
    """A query with `Param`s in it. It must not depend on anything but the database's kind."""

    def __init__(self, build: "Callable[[], QuerySet[Any, Row]]") -> None:
        self._build = build

    def all(self, **values: Any) -> list[Row]:
        """The rows for these values."""
        plan = self._plan
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, [values[p.name] if isinstance(p, Param) else p for p in plan.params])
            rows: Iterable[Any] = cursor.fetchall()
        if plan.converters:
            rows = plan.compiler.apply_converters(rows, plan.converters)
        return list(plan.made(rows))

    def first(self, **values: Any) -> Row | None:
        """The first row, or None."""
        return next(iter(self.all(**values)), None)

    @cached_property
    def _plan(self) -> _Plan:
        queryset: Any = self._build()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select[: compiler.col_count]])
        of_models = queryset._iterable_class is django_query.ModelIterable
        return _Plan(sql, tuple(params), compiler, converters, _instances(compiler) if of_models else _tuples)


def _tuples(rows: Iterable[Any]) -> Iterable[Any]:
    return map(tuple, rows)


def _instances(compiler: Any) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """What Django's own iteration over a query of models does with the rows, the look-ups done beforehand."""
    kind, at = compiler.klass_info, compiler.klass_info["select_fields"]
    model, begin, end = kind["model"], at[0], at[-1] + 1
    names = [column[0].target.attname for column in compiler.select[begin:end]]
    populators: Any = django_query.get_related_populators  # its types are those of a later Django
    related = populators(kind, compiler.select, connection.alias)
    annotations = tuple((compiler.annotation_col_map or {}).items())

    def made(rows: Iterable[Any]) -> Iterator[Any]:
        for row in rows:
            instance = model.from_db(connection.alias, names, row[begin:end])
            for populator in related:
                populator.populate(row, instance)
            for name, column in annotations:
                setattr(instance, name, row[column])
            yield instance

    return made
