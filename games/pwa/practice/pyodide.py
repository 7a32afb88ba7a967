"""Pyodide, the browser's Python, as fetched by `make practice`: a pinned version from the npm registry.

`python -m games.pwa.practice.pyodide FOLDER` puts it there, under the URL path it is served at. Every file is stored
uncompressed and, if that is smaller, compressed. Standard library only.
"""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

PINNED = json.loads(Path(__file__).with_name("pyodide.json").read_text())
VERSION: str = PINNED["version"]
FILES: list[str] = PINNED["files"]
BASE_URL = f"/practice/assets/pyodide-{VERSION}/"


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """A file of the runtime: its size, and the number of bytes transferred."""

    name: str
    size: int
    transfer_size: int


def list_runtime_files(root: Path) -> list[RuntimeFile]:
    """List the runtime's files below the folder that is served at "/"; empty unless all are there."""
    folder = root / BASE_URL.strip("/")
    paths = [folder / name for name in FILES]
    if not all(path.is_file() for path in paths):
        return []
    return [RuntimeFile(path.name, path.stat().st_size, _get_transfer_size(path)) for path in paths]


def _get_transfer_size(path: Path) -> int:
    packed = path.with_name(f"{path.name}.gz")
    return (packed if packed.is_file() else path).stat().st_size


def fetch(root: Path) -> None:
    """Download the pinned package with npm and unpack it. Raises SystemExit with a reason."""
    with tempfile.TemporaryDirectory() as name:
        unpack(_download(Path(name)), root)


def unpack(archive: Path, root: Path) -> None:
    """Unpack the required files, all or none. Raises SystemExit unless the archive is the pinned one."""
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != PINNED["integrity"]:
        raise SystemExit(f"pyodide {VERSION} is not what pyodide.json pins: its checksum differs.")
    target = root / BASE_URL.strip("/")
    with tempfile.TemporaryDirectory() as name, tarfile.open(archive) as package:
        for file in FILES:
            _put(package, file, Path(name))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(name, target)


def _download(folder: Path) -> Path:
    if not shutil.which("npm"):
        raise SystemExit("Practice offline needs npm to fetch Pyodide (on Debian and Ubuntu: apt install npm).")
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), f"pyodide@{VERSION}"]
    if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode:
        raise SystemExit(f"npm could not fetch pyodide {VERSION}.")
    return folder / f"pyodide-{VERSION}.tgz"


def _put(package: tarfile.TarFile, name: str, folder: Path) -> None:
    source = package.extractfile(f"package/{name}")
    assert source is not None
    content = source.read()
    (folder / name).write_bytes(content)
    packed = gzip.compress(content, 9, mtime=0)
    if len(packed) < 0.95 * len(content):
        (folder / f"{name}.gz").write_bytes(packed)


if __name__ == "__main__":
    root = Path(sys.argv[1])
    if list_runtime_files(root):
        print(f"Pyodide {VERSION} is there.")  # noqa: T201
    else:
        fetch(root)
        print(f"Pyodide {VERSION}: {sum(file.transfer_size for file in list_runtime_files(root)) / 1e6:.1f} MB")  # noqa: T201
