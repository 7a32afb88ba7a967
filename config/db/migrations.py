"""The migrations of this version and those they replace (`replaces`), whose files are gone."""

from collections.abc import Collection

from django.db.migrations.loader import MigrationLoader

Key = tuple[str, str]  # app and name


def list_known_migrations() -> set[Key]:
    """List this version's migrations and those they replace: databases of today have both."""
    migrations = MigrationLoader(None).disk_migrations
    return migrations.keys() | {key for migration in migrations.values() for key in migration.replaces}


def find_partial_replacement(applied: Collection[Key]) -> Key | None:
    """Find a missing one of the replaced migrations of which only some are applied; Django can't continue there."""
    for migration in MigrationLoader(None).disk_migrations.values():
        missing = [key for key in migration.replaces if key not in applied]
        if 0 < len(missing) < len(migration.replaces):
            return missing[0]
    return None
