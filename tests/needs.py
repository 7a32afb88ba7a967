"""What a test needs beside Python. Without it a test is skipped, but on a build machine (CI=true) it fails."""

import os

import pytest

ON_BUILD_MACHINE = os.environ.get("CI") == "true" or os.environ.get("TEFUDA_CI") == "1"


def needs(is_there: object, name: str) -> pytest.MarkDecorator:
    """A mark for what runs only where something is there: `needs(shutil.which("nginx"), "nginx")`."""
    return pytest.mark.skipif(not is_there and not ON_BUILD_MACHINE, reason=f"needs {name}")
