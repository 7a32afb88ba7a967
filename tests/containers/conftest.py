"""The images, built once for all tests that look at them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.containers.buildah import IS_POSSIBLE, Buildah, Image
from tests.needs import ON_BUILD_MACHINE


@pytest.fixture(scope="session")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buildah]:
    if not IS_POSSIBLE and not ON_BUILD_MACHINE:
        pytest.skip("needs root, buildah and debootstrap")
    storage = Buildah(tmp_path_factory.mktemp("buildah"))
    yield storage
    storage.remove()


@pytest.fixture(scope="session")
def base(buildah: Buildah) -> Image:
    return buildah.make_base("localhost/debian:slim")


@pytest.fixture(scope="session")
def image(buildah: Buildah, base: Image) -> Image:
    return buildah.build("localhost/tefuda", base)


@pytest.fixture(scope="session")
def pgbouncer(buildah: Buildah, base: Image) -> Image:
    return buildah.build("localhost/tefuda-pgbouncer", base, target="pgbouncer")


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder the image's user can reach, unlike pytest's folders."""
    with TemporaryDirectory(prefix="tefuda-containers-", dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)
