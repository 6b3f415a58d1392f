"""Checks the native wheels of all systems by the headers of their modules, on any one machine.

    python tools/check_wheels.py DIR

Each is for its processor and for no newer a system than its tag says, needs no library beside the
system's own, and exports one name.
"""

from __future__ import annotations

import re
import struct
import sys
import zipfile
from pathlib import Path

ELF = {"x86_64": 62, "aarch64": 183}
MACH_O = {"x86_64": 0x01000007, "arm64": 0x0100000C}
ENTRY = b"PyInit__native"
# What a module of Windows may load: Python itself, and the system's own.
WINDOWS = re.compile(r"python3\.dll|kernel32\.dll|api-ms-win-crt-[a-z0-9-]+\.dll|msvcrt\.dll", re.I)


def require(holds: bool, *reason: object) -> None:
    if not holds:
        raise ValueError(" ".join(map(str, reason)))


def check_elf(octets: bytes, tag: str) -> str:
    require(octets[:6] == b"\x7fELF\2\1", "no ELF of 64 bits")
    machine, = struct.unpack_from("<H", octets, 18)
    require(machine == ELF[tag.split("_", 3)[-1]], "machine", machine)
    needed = sorted(set(re.findall(rb"\0((?:lib|ld-)[\w.+-]+\.so[\w.]*)(?=\0)", octets)))
    versions = sorted({tuple(map(int, found.split(b"."))) for found in
                       re.findall(rb"GLIBC_([0-9.]+)", octets)})
    if tag.startswith("musllinux"):
        require(not versions, "needs glibc")
        require(set(needed) <= {b"libc.so", b"libm.so"}, "needs", needed)
        return "musl"
    least = tuple(map(int, tag.split("_")[1:3]))
    require(bool(versions) and versions[-1] <= least, "needs glibc", versions)
    allowed = {b"libc.so.6", b"libm.so.6", b"libpthread.so.0"}
    other = [name for name in needed if name not in allowed and not name.startswith(b"ld-linux")]
    require(not other, "needs", other)
    return "glibc " + ".".join(map(str, versions[-1]))


def check_mach_o(octets: bytes, tag: str) -> str:
    magic, cpu, _, kind, commands = struct.unpack_from("<5I", octets)
    require(magic == 0xFEEDFACF and kind in (6, 8), "no Mach-O module")
    wanted = tag.split("_", 3)
    require(cpu == MACH_O[wanted[3]], "processor", cpu)
    at, least, libraries, signed = 32, None, [], False
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", octets, at)
        if command == 0x32:  # LC_BUILD_VERSION
            least, = struct.unpack_from("<I", octets, at + 12)
        elif command == 0x24:  # LC_VERSION_MIN_MACOSX
            least, = struct.unpack_from("<I", octets, at + 8)
        elif command == 0xC:  # LC_LOAD_DYLIB
            name, = struct.unpack_from("<I", octets, at + 8)
            libraries.append(octets[at + name:at + size].rstrip(b"\0"))
        signed = signed or command == 0x1D  # LC_CODE_SIGNATURE
        at += size
    require(least is not None, "names no version of macOS")
    version = (least or 0) >> 16, (least or 0) >> 8 & 0xFF
    require(version <= (int(wanted[1]), int(wanted[2])), "needs macOS", version)
    require(set(libraries) <= {b"/usr/lib/libSystem.B.dylib"}, "needs", libraries)
    require(signed or wanted[3] != "arm64", "is not signed, which arm64 demands")
    return f"macOS {version[0]}.{version[1]}"


def check_pe(octets: bytes, tag: str) -> str:
    start, = struct.unpack_from("<I", octets, 60)
    require(octets[:2] == b"MZ" and octets[start:start + 4] == b"PE\0\0", "no PE")
    machine, sections = struct.unpack_from("<2H", octets, start + 4)
    require(machine == 0x8664, "machine", machine)
    optional = start + 24
    header, = struct.unpack_from("<H", octets, start + 20)
    imports, = struct.unpack_from("<I", octets, optional + 112 + 8)

    def place(address: int) -> int:
        for i in range(sections):
            size: int
            begin: int
            raw_size: int
            raw: int
            size, begin, raw_size, raw = struct.unpack_from("<4I", octets,
                                                            optional + header + 40 * i + 8)
            if begin <= address < begin + max(size, raw_size):
                return address - begin + raw
        raise ValueError(f"no section has {address:x}")

    names = []
    for i in range(1000):
        name, = struct.unpack_from("<I", octets, place(imports) + 20 * i + 12)
        if name == 0:
            break
        names.append(octets[place(name):].split(b"\0", 1)[0].decode())
    require("python3.dll" in names, "does not load python3.dll:", names)
    require(all(map(WINDOWS.fullmatch, names)), "loads", names)
    return "python3.dll"


def check(wheel: Path) -> str:
    """What a wheel needs of its system; ValueError if it is not as its tag says."""
    tag = wheel.stem.split("-")[-1].split(".")[-1]
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith("fpcheck/_native.")
                 and not name.endswith(".pyi")]
        require(len(names) == 1, "modules", names)
        octets = archive.read(names[0])
    require(ENTRY in octets, "does not export", ENTRY)
    if tag.startswith("macosx"):
        return check_mach_o(octets, tag)
    return check_pe(octets, tag) if tag.startswith("win") else check_elf(octets, tag)


def main() -> int:
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    wheels = sorted(Path(sys.argv[1]).glob("fpcheck-*-abi3-*.whl"))
    for wheel in wheels:
        try:
            print(f"{wheel.name}: {check(wheel)}")
        except (ValueError, struct.error, KeyError) as error:
            print(f"{wheel.name}: {error}", file=sys.stderr)
            return 1
    return 0 if wheels else 1


if __name__ == "__main__":
    sys.exit(main())
