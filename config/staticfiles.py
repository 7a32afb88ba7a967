"""The static files, as collected: each by the name of its content, and compressed."""

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CachedUrlStorage(StaticFilesStorage):
    """Works out a file's address once: a table's page names some forty, the same ones each time."""

    def url(self, name: str | None) -> str:
        kept: dict[str | None, str] = self.__dict__.setdefault("_kept", {})
        if name not in kept:
            kept[name] = super().url(name)
        return kept[name]


class CachedManifestStorage(CachedUrlStorage, CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """A site's own. While files are collected, Django asks for their changing addresses in another way.

    Names of modules are rewritten where they are imported: never in a circle, and only by statements that end with ";".
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # one for each level of imports, and one to see that nothing changes any more
