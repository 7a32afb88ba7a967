"""Commands go to PostgreSQL itself: through a PgBouncer in transaction mode, what they set for their session would stay
with whoever gets that connection next (pg_dump empties the search path). Knows nothing of Django, whose settings come
after.
"""

import os

DIRECT_URL_VARIABLE = "DATABASE_DIRECT_URL"


def bypass_pgbouncer() -> None:
    """From here on DATABASE_URL names what DATABASE_DIRECT_URL does, without the role's time limit. Before Django's
    settings are read; nothing happens where no PgBouncer stands between, or nothing is named."""
    if (direct := os.environ.get(DIRECT_URL_VARIABLE, "")) and os.environ.get("TEFUDA_PGBOUNCER", ""):
        options = f"{os.environ.get('PGOPTIONS', '')} -c statement_timeout=0".strip()
        os.environ.update(DATABASE_URL=direct, TEFUDA_PGBOUNCER="", PGOPTIONS=options)
