"""The static files, as collected: each by the name of its content, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Names of modules are rewritten where they are imported: never in a circle, and only before a ";"."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # one for each level of imports, and one to see that nothing changes any more
