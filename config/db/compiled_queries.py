"""Compiled queries: SQL that is generated once per process, for the statements of every move and page.

Django generates a query's SQL each time it runs, which takes many times as long as the database takes to answer, and
has no public API to keep it. Only statements of moves, pages and checks for changed pages belong here; everything else
uses the ORM (docs/decisions/caches-and-private-names.md has the figures). This is the only module that uses Django's
internals.

It uses these, which Django may change in any release: a query's `default_cols` and `get_compiler()`; the compiler's
`as_sql`, `select`, `col_count`, `get_converters`, `apply_converters`, `klass_info` and `annotation_col_map`;
`get_related_populators`; `InsertQuery` and `UpdateQuery`. Tested with Django 5.2; tests/db/test_compiled_queries.py
names the release and compares every statement with the ORM's result. Expressions with `as_sql`, `Model.from_db`,
cursors, and the fields' `pre_save` and `get_db_prep_save` are public.

    _TABLE = CompiledQuery(lambda public_id: Table.objects.select_related("position").filter(public_id=public_id))
    table = _TABLE.first(public_id=public_id)

The rows are the same as Django's, fetched with each call; `_TABLE.plain(public_id=…)` is the queryset itself.

    _EVENTS = CompiledInsert(Event)
    _EVENTS(events)
    get_compiled_update(Position, "seq", "frame")([position])

These write rows of one model with one statement.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import signature
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models import query as django_query
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

Row = TypeVar("Row")


class QueryParam(Expression):
    """A placeholder for a value given with each call.

    The value is of a type that the database driver accepts: text, numbers, booleans.
    """

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _CompiledSql:
    sql: str
    params: tuple[Any, ...]
    compiler: Any
    converters: dict[int, Any]
    make_rows: Callable[[Iterable[Any]], Iterable[Any]]


class CompiledQuery(Generic[Row]):
    """A query built once by `build` from its arguments. It must depend on nothing but these and the kind of database.

    None never compares equal: it is SQL's NULL. `fields` sets the types of arguments where Django needs them.
    """

    def __init__(self, build: "Callable[..., QuerySet[Any, Row]]", **fields: "Field[Any, Any]") -> None:
        self.plain, self._fields = build, fields

    def all(self, **values: Any) -> list[Row]:
        """Return the rows for these values."""
        plan = self._plan
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, [values[p.name] if isinstance(p, QueryParam) else p for p in plan.params])
            rows: Iterable[Any] = cursor.fetchall()
        if plan.converters:
            rows = plan.compiler.apply_converters(rows, plan.converters)
        return list(plan.make_rows(rows))

    def first(self, **values: Any) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.all(**values)), None)

    @cached_property
    def _plan(self) -> _CompiledSql:
        params = {name: QueryParam(name, self._fields.get(name)) for name in signature(self.plain).parameters}
        queryset: Any = self.plain(**params)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select[: compiler.col_count]])
        make_rows = _instances(compiler) if queryset.query.default_cols else _tuples
        return _CompiledSql(sql, tuple(values), compiler, converters, make_rows)


class _CompiledWrite:
    """A statement with a `QueryParam` for each value, executed once per row."""

    def __init__(self, model: type[Model], add: bool) -> None:
        self._fields: dict[str, Any] = {field.name: field for field in model._meta.concrete_fields}
        self._model, self._add = model, add

    def __call__(self, rows: Iterable[Model]) -> None:
        here = connections[DEFAULT_DB_ALIAS]  # the proxy would look it up for every value
        sql, fields = self._plan
        values = [[field.get_db_prep_save(field.pre_save(row, self._add), here) for field in fields] for row in rows]
        if values:
            with here.cursor() as cursor:
                if len(values) == 1:  # psycopg would set up a pipeline for it
                    cursor.execute(sql, values[0])
                else:
                    cursor.executemany(sql, values)

    @cached_property
    def _plan(self) -> tuple[str, list[Any]]:
        """Return the SQL, and the fields in the order of its values."""
        sql, params = self._compiled()
        return sql, [self._fields[param.name] for param in params]

    def _compiled(self) -> tuple[str, Iterable[QueryParam]]:
        raise NotImplementedError


class CompiledInsert(_CompiledWrite):
    """Inserts new rows. Their keys aren't read back."""

    def __init__(self, model: type[Model], *, ignore_conflicts: bool = False) -> None:
        super().__init__(model, add=True)
        self._on_conflict = OnConflict.IGNORE if ignore_conflicts else None

    def _compiled(self) -> tuple[str, Iterable[QueryParam]]:
        fields = [field for field in self._fields.values() if field is not self._model._meta.auto_field]
        query: Any = InsertQuery(self._model, on_conflict=self._on_conflict)
        query.insert_values(fields, [SimpleNamespace(**{f.attname: QueryParam(f.name) for f in fields})], raw=True)
        statements: Any = query.get_compiler(connection=connection).as_sql()
        return statements[0]  # type: ignore[no-any-return]


class CompiledUpdate(_CompiledWrite):
    """Updates these fields of existing rows."""

    def __init__(self, model: type[Model], *names: str) -> None:
        super().__init__(model, add=False)
        self._names = names

    def _compiled(self) -> tuple[str, Iterable[QueryParam]]:
        assert self._model._meta.pk
        row: Any = self._model._base_manager.filter(pk=QueryParam(self._model._meta.pk.name))
        query = row.query.chain(UpdateQuery)
        query.add_update_values({name: QueryParam(name) for name in self._names})
        return query.get_compiler(connection=connection).as_sql()  # type: ignore[no-any-return]


@cache
def get_compiled_update(model: type[Model], *names: str) -> CompiledUpdate:
    """Return the shared `CompiledUpdate` for a set of fields."""
    return CompiledUpdate(model, *names)


def _tuples(rows: Iterable[Any]) -> Iterable[Any]:
    return map(tuple, rows)


def _instances(compiler: Any) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """Return a function that turns rows into instances, like Django's ModelIterable with its look-ups done once."""
    kind, at = compiler.klass_info, compiler.klass_info["select_fields"]
    model, begin, end = kind["model"], at[0], at[-1] + 1
    names = [column[0].target.attname for column in compiler.select[begin:end]]
    populators: Any = django_query.get_related_populators  # typed only in a later Django
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
