"""A separate network, as Compose creates one: every service has an address, all ports, and a name."""

import os
import random
import signal
import subprocess
from contextlib import suppress
from pathlib import Path


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


class Network:
    """A bridge, and a network namespace for each name. This machine reaches them by their addresses."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self.prefix = f"tfd{random.SystemRandom().randrange(16**4):04x}"
        self.subnet = f"10.213.{random.SystemRandom().randrange(256)}"
        self.addresses = {name: f"{self.subnet}.{number}" for number, name in enumerate(names, 2)}
        self.hosts = folder / "hosts"
        self.hosts.write_text(
            "127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in self.addresses.items())
        )
        self.hosts.chmod(0o644)
        _ip("link", "add", self.prefix, "type", "bridge")
        _ip("address", "add", f"{self.subnet}.1/24", "dev", self.prefix)
        _ip("link", "set", self.prefix, "up")
        for number, name in enumerate(names):
            self._add(self._namespace(name), f"{self.prefix}{number:x}", self.addresses[name])

    def _add(self, namespace: str, link: str, address: str) -> None:
        _ip("netns", "add", namespace)
        _ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace)
        _ip("link", "set", link, "master", self.prefix, "up")
        _ip("-n", namespace, "address", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", namespace, "link", "set", "lo", "up")
        _ip("-n", namespace, "link", "set", "eth0", "up")

    def _namespace(self, name: str) -> str:
        return f"{self.prefix}-{name}"

    def inside(self, name: str) -> list[str]:
        """Return the prefix of commands to run there."""
        return ["nsenter", f"--net=/run/netns/{self._namespace(name)}"]

    def with_names(self, name: str) -> list[str]:
        """The same for a program of this machine that has to find the others by their names."""
        bind = f'mount --bind {self.hosts} /etc/hosts && exec "$@"'
        return [*self.inside(name), "unshare", "--mount", "sh", "-c", bind, "sh"]

    def signal(self, name: str, number: signal.Signals, *, but: str = "") -> None:
        """To all processes there, but those whose command begins so."""
        listed = subprocess.run(
            ["ip", "netns", "pids", self._namespace(name)], check=True, capture_output=True, text=True
        ).stdout
        for pid in map(int, listed.split()):
            with suppress(OSError):
                if not but or not Path(f"/proc/{pid}/cmdline").read_text().startswith(but):
                    os.kill(pid, number)

    def remove(self) -> None:
        for name in self.addresses:
            self.signal(name, signal.SIGKILL)
            _ip("netns", "delete", self._namespace(name))
        _ip("link", "delete", self.prefix)
