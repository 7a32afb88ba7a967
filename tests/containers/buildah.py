"""Images built and run by Debian's buildah, where no Docker can run: without a daemon, and as changed roots only."""

import json
import os
import shutil
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.server.running import ROOT

SUITE = "bookworm"
# What Debian's own slim images leave out.
LEFT_OUT = ("usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man")
CLEARED = ("var/cache/apt", "var/lib/apt/lists", "var/log/apt")
PLAIN = 0o022  # what tests make otherwise is closed to others, as what the site makes is
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"  # this machine's: there may be a proxy in front of registries
IS_POSSIBLE = os.geteuid() == 0 and shutil.which("buildah") and shutil.which("debootstrap")


class Buildah:
    """A separate storage in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        driver = os.environ.get("STORAGE_DRIVER", "vfs")  # works on any file system
        places = ("--root", str(folder / "storage"), "--runroot", str(folder / "run"))
        self.program = ["buildah", "--storage-driver", driver, *places]
        self.environment = {**os.environ, "BUILDAH_ISOLATION": "chroot"}

    def __call__(self, *arguments: str, cwd: Path | None = None) -> str:
        completed = subprocess.run(
            [*self.program, *arguments], env=self.environment, cwd=cwd, capture_output=True, text=True, umask=PLAIN
        )
        assert completed.returncode == 0, f"buildah {arguments[0]}: {completed.stderr[-4000:]}"
        return completed.stdout.strip()

    def make_base(self, name: str) -> "Image":
        """A Debian like its slim images."""
        root = self.folder / "base"
        command = ["debootstrap", "--variant=minbase", SUITE, str(root)]
        subprocess.run(command, check=True, capture_output=True, umask=PLAIN)
        excluded = "".join(f"path-exclude /{folder}/*\n" for folder in LEFT_OUT)
        (root / "etc/dpkg/dpkg.cfg.d/slim").write_text(excluded)
        for folder in (*LEFT_OUT, *CLEARED):
            for path in (root / folder).iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        subprocess.run(["tar", "-C", root, "-cf", self.folder / "base.tar", "."], check=True)
        shutil.rmtree(root)
        container = self("from", "scratch")
        self("add", "--quiet", container, str(self.folder / "base.tar"), "/")
        self("commit", "--quiet", container, name)
        self("rm", container)
        return Image(self, name)

    def build(self, name: str, base: "Image", *, target: str = "") -> "Image":
        """Build this folder's Dockerfile on that base."""
        target_arguments = ["--target", target] if target else []
        volumes = [f"--volume={source}:{where}:ro" for source, where in self._trust().items()]
        self(
            "build", "--quiet", "--layers=false", f"--build-arg=BASE={base.name}", *target_arguments, *volumes,
            f"--tag={name}", ".", cwd=ROOT,
        )  # fmt: skip
        return Image(self, name)

    def _trust(self) -> dict[str, str]:
        """Return files to mount during the build: pip and npm trust this machine's authorities."""
        pip, npm = self.folder / "pip.conf", self.folder / "npmrc"
        pip.write_text("[global]\ncert = /authorities.crt\n")
        npm.write_text("cafile = /authorities.crt\n")
        return {AUTHORITIES: "/authorities.crt", str(pip): "/etc/pip.conf", str(npm): "/root/.npmrc"}

    def remove(self) -> None:
        self("rm", "--all")
        self("rmi", "--all", "--force")
        shutil.rmtree(self.folder)


class Image:
    """An image, and one container of it in which commands are run."""

    def __init__(self, buildah: Buildah, name: str) -> None:
        self.buildah, self.name = buildah, name

    @cached_property
    def container(self) -> str:
        return self.buildah("from", "--pull-never", self.name)

    @cached_property
    def root(self) -> Path:
        """Its files."""
        return Path(self.buildah("mount", self.container))

    @property
    def config(self) -> dict[str, Any]:
        described = json.loads(self.buildah("inspect", "--type", "image", self.name))
        return dict(described["OCIv1"])

    @property
    def history(self) -> str:
        """Return the image's whole history."""
        return self.buildah("inspect", "--type", "image", self.name)

    @property
    def size(self) -> int:
        """Bytes of all its layers, unpacked."""
        (image,) = json.loads(self.buildah("images", "--json", self.name))
        parts = image["size"].split()
        return int(float(parts[0]) * {"KB": 1e3, "MB": 1e6, "GB": 1e9}[parts[1]])

    def command(self, *arguments: str, environment: dict[str, str], volumes: list[str]) -> list[str]:
        """Return the command that runs a program of the image without privileges."""
        options = [f"--env={name}={value}" for name, value in environment.items()]
        options += [f"--volume={volume}" for volume in volumes]
        return [
            *self.buildah.program,
            "run",
            "--no-hosts",
            "--cap-drop=ALL",
            *options,
            self.container,
            "--",
            *arguments,
        ]

    def run(self, *arguments: str, environment: dict[str, str] | None = None, volumes: list[str] | None = None) -> str:
        """Run it and return its output."""
        command = self.command(*arguments, environment=environment or {}, volumes=volumes or [])
        completed = subprocess.run(command, env=self.buildah.environment, capture_output=True, text=True, check=False)
        assert completed.returncode == 0, completed.stderr
        return completed.stdout.strip()
