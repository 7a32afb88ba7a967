"""`value IN (…)` with all values in one parameter, so that the statement doesn't depend on their number.

    Table.objects.filter(is_one_of("pk", encode_values(pks)))

With `__in`, every length is a separate statement, which Django compiles and PostgreSQL plans again.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import BooleanField, F, Func, Value
from django.db.models.expressions import Expression


class _IsOneOf(Func):
    """A condition on an integer column."""

    output_field = BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="%(expressions)s::bigint[])", arg_joiner=" = ANY(", **context)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "%(expressions)s))"
        return self.as_sql(
            compiler, connection, template=template, arg_joiner=" IN (SELECT value FROM json_each(", **context
        )


def is_one_of(column: str, values: Any) -> Func:
    """Return the condition. `values`: the result of `encode_values`, or a placeholder (`QueryParam`)."""
    return _IsOneOf(F(column), values if isinstance(values, Expression) else Value(values))


def encode_values(values: Iterable[int]) -> list[int] | str:
    """Encode integers as one parameter for this database."""
    return list(values) if connection.vendor == "postgresql" else json.dumps(list(values))
