"""A mark for tests of what a title shows or decides itself; how tables are kept is tested with the two of `slug`."""

import pytest
from django.db import connection

from games.catalog import registry

# One takes turns, one lets seats decide at once.
TWO_SLUGS = ("lombard", "sdc")
# What rules and boards do is the same on every database.
SLUGS = tuple(registry.list_metadata()) if connection.vendor == "sqlite" else TWO_SLUGS

# What pages say is the same as well; what they ask is asked in one language.
LANGUAGES = ("en", "ja") if connection.vendor == "sqlite" else ("en",)

every_game = pytest.mark.parametrize("slug", SLUGS)
