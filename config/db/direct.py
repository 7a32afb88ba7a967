"""Direct connections to PostgreSQL for commands.

Through a PgBouncer in transaction mode, settings that a command makes for its session would stay with the next user of
that connection (pg_dump empties the search path). Doesn't import Django, whose settings are read later.
"""

import os

DIRECT_URL_VARIABLE = "DATABASE_DIRECT_URL"


def bypass_pgbouncer() -> None:
    """Set DATABASE_URL to DATABASE_DIRECT_URL, without the role's time limit.

    Call it before Django's settings are read. Does nothing without a PgBouncer, or if the variable isn't set.
    """
    if (direct := os.environ.get(DIRECT_URL_VARIABLE, "")) and os.environ.get("TEFUDA_PGBOUNCER", ""):
        options = f"{os.environ.get('PGOPTIONS', '')} -c statement_timeout=0".strip()
        os.environ.update(DATABASE_URL=direct, TEFUDA_PGBOUNCER="", PGOPTIONS=options)
