"""Builds the wheels with the native core for all systems, on any one machine, by zig.

    python tools/native.py PURE-WHEEL CORE DIR

PURE-WHEEL is the wheel without a core: the new wheels have the same files, and the core. CORE is
the folder of the core's sources, as the source distribution has it. The wheels go to DIR. Their
octets depend on the sources, SOURCE_DATE_EPOCH, the version of zig and Python's headers alone.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple


class Target(NamedTuple):
    zig: str  # as zig names the system, with the oldest version that is to run it
    tag: str  # as wheels name it


TARGETS = (
    Target("x86_64-linux-gnu.2.17", "manylinux2014_x86_64.manylinux_2_17_x86_64"),
    Target("aarch64-linux-gnu.2.17", "manylinux2014_aarch64.manylinux_2_17_aarch64"),
    Target("x86_64-linux-musl", "musllinux_1_1_x86_64"),
    Target("aarch64-linux-musl", "musllinux_1_1_aarch64"),
    Target("x86_64-macos.10.13", "macosx_10_13_x86_64"),
    Target("aarch64-macos.11.0", "macosx_11_0_arm64"),
    Target("x86_64-windows-gnu", "win_amd64"),
)
FLAGS = ("-std=c11", "-O2", "-DNDEBUG", "-D_GNU_SOURCE", "-DLEXBOR_STATIC",
         "-DFPCHECK_STABLE_ABI",
         "-fvisibility=hidden",
         "-fno-sanitize=undefined", "-ffunction-sections", "-fdata-sections", "-g0")
ZIG = (sys.executable, "-m", "ziglang")


def run(*command: object) -> str:
    """The output of a command; its errors end this one."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"native: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def sources(core: Path) -> list[Path]:
    """What is compiled: the core itself, the HTML parser of lexbor, and the C port."""
    return [*sorted(core.glob("*.c")), core / "fpcheck/fpcheck.c", core / "fpcheck/fpcheck_index.c",
            core / "fpcheck/fpcheck_markup.c"]


def build(target: Target, core: Path, python: Path, folder: Path) -> Path:
    """The module of a target."""
    folder.mkdir(parents=True)
    include = [f"-I{path}" for path in (python, core / "fpcheck", core)]
    # The parser's own warnings are its authors'.
    compile_it = [*ZIG, "cc", "-target", target.zig, *FLAGS, "-w", *include]
    if "windows" not in target.zig:
        compile_it.append("-fPIC")

    def one(path: Path) -> Path:
        object_file = folder / (str(path.relative_to(core)).replace("/", "-")[:-1] + "o")
        run(*compile_it, "-c", path, "-o", object_file)
        return object_file

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(one, sources(core)))
    module = folder / ("_native.pyd" if "windows" in target.zig else "_native.abi3.so")
    link = [*ZIG, "cc", "-target", target.zig, "-shared", "-s", "-o", module, *objects]
    if "windows" in target.zig:
        link += [import_library(objects, folder)]
    elif "macos" in target.zig:
        link += ["-Wl,-undefined,dynamic_lookup", "-Wl,-dead_strip"]
    else:
        link += ["-Wl,--gc-sections", "-lm", "-lpthread"]
    run(*link)
    if "windows" in target.zig:
        without_time(module)
    return module


def without_time(module: Path) -> None:
    """Removes the time of linking, which alone differs between two builds for Windows."""
    octets = bytearray(module.read_bytes())
    header, = struct.unpack_from("<I", octets, 60)
    struct.pack_into("<I", octets, header + 8, 0)
    module.write_bytes(octets)


def headers(core: Path, include: Path) -> Path:
    """Python's headers, with what they ask of a system from the core."""
    shutil.copytree(sysconfig.get_path("include"), include)
    shutil.copy(core / "pyconfig/pyconfig.h", include)
    return include


def import_library(objects: list[Path], folder: Path) -> Path:
    """What a module of Windows is linked with: the names that its objects need of python3.dll."""
    names = sorted({name for path in objects for name in undefined(path.read_bytes())
                    if name.startswith(("Py", "_Py"))})
    definition = folder / "python3.def"
    definition.write_text("LIBRARY python3.dll\nEXPORTS\n" + "\n".join(names) + "\n")
    library = folder / "python3.lib"
    run(*ZIG, "dlltool", "-m", "i386:x86-64", "-d", definition, "-l", library)
    return library


def undefined(coff: bytes) -> Iterator[str]:
    """The names that an object of Windows needs."""
    table, count = struct.unpack_from("<2I", coff, 8)
    strings = table + 18 * count
    at = 0
    while at < count:
        short, section, auxiliary = struct.unpack_from("<8s4xh3xB", coff, table + 18 * at)
        zeros, offset = struct.unpack("<2I", short)
        name = coff[strings + offset:].split(b"\0", 1)[0] if zeros == 0 else short.rstrip(b"\0")
        if section == 0:
            yield name.decode().removeprefix("__imp_")
        at += 1 + auxiliary


def pack(pure: Path, module: Path, target: Target, out: Path) -> Path:
    """The wheel of a target, of what the pure one has."""
    name, version = pure.name.split("-")[:2]
    tags = [f"cp310-abi3-{platform}" for platform in target.tag.split(".")]
    wheel = out / f"{name}-{version}-cp310-abi3-{target.tag}.whl"
    record = f"{name}-{version}.dist-info/RECORD"
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")))[:6]
    lines = []
    with zipfile.ZipFile(pure) as given, zipfile.ZipFile(wheel, "w") as archive:
        def add(path: str, octets: bytes, mode: int) -> None:
            entry = zipfile.ZipInfo(path, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, octets)
            digest = base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(octets)}")

        for path in given.namelist():
            octets = given.read(path)
            if path == record:
                continue
            if path.endswith(".dist-info/WHEEL"):
                kept = [line for line in octets.decode().splitlines() if line
                        and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
                octets = "\n".join([*kept, "Root-Is-Purelib: false", *(
                    f"Tag: {tag}" for tag in tags)]).encode() + b"\n"
            add(path, octets, 0o644)
        add(f"fpcheck/{module.name}", module.read_bytes(), 0o755)
        lines.append(f"{record},,\n")
        entry = zipfile.ZipInfo(record, moment)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o100644 << 16
        archive.writestr(entry, "\n".join(lines))
    return wheel


def main() -> None:
    """Build the wheels of all targets, or of those whose tags contain the fourth argument."""
    if len(sys.argv) not in (4, 5):
        sys.exit((__doc__ or "").strip())
    pure, core, out = map(Path, sys.argv[1:4])
    chosen = [target for target in TARGETS if len(sys.argv) < 5 or sys.argv[4] in target.tag]
    core = core.resolve()
    folder = core.parent / "build"
    python = headers(core, folder / "include")
    for target in chosen:
        module = build(target, core, python, folder / target.zig)
        print(pack(pure, module, target, out))


if __name__ == "__main__":
    main()
