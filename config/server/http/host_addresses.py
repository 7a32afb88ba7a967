"""The names and addresses this machine answers to. Standard library only: `serve` uses it before Django exists."""

import fcntl
import socket
import struct
import sys

# The ioctl that asks for an interface's IPv4 address; the address sits at bytes 20–24 of the answer on both systems.
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915


def list_own_addresses() -> list[str]:
    """The IPv4 addresses of this machine's interfaces, loopback excluded. Asks the kernel, never a name server."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an IPv4 address
            found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in found if not address.startswith("127.")]


def list_own_names() -> list[str]:
    """The host name, bare and as phones on the same network look it up (mDNS)."""
    bare = socket.gethostname().lower().split(".")[0]
    return list(dict.fromkeys([socket.gethostname().lower(), bare, f"{bare}.local"]))
