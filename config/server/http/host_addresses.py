"""Names and addresses of this machine. Standard library only: `serve` uses it before Django is loaded."""

import fcntl
import socket
import struct
import sys

# The ioctl for an interface's IPv4 address, which is at bytes 20–24 of the result on both systems.
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915


def list_own_addresses() -> list[str]:
    """List the IPv4 addresses of this machine's interfaces without loopback. Asks the kernel, never a name server."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # interface without an IPv4 address
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in addresses if not address.startswith("127.")]


def list_own_names() -> list[str]:
    """List the host name, bare and as other devices on the network resolve it (mDNS)."""
    bare = socket.gethostname().lower().split(".")[0]
    return list(dict.fromkeys([socket.gethostname().lower(), bare, f"{bare}.local"]))
