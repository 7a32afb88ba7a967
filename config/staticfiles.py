"""Storage of collected static files: named by content, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Rewrites imports of modules to their hashed names. Imports must not be circular, and must end with ";"."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 10  # one per level of imports, and one to see that nothing changes any more
