"""Builds the native core where there is a C compiler. All else is in pyproject.toml.

FPCHECK_PURE=1 leaves the core out. The sources of the core are complete in a source distribution;
in a clone of the repository, `build.sh` completes a copy of them.
"""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

CORE = Path("core")


def core() -> Extension:
    """The module fpcheck._native, of the stable ABI except where Python has no such."""
    stable = not sysconfig.get_config_var("Py_GIL_DISABLED")
    macros = [("NDEBUG", "1"), ("_GNU_SOURCE", "1"), ("LEXBOR_STATIC", "1")]
    return Extension(
        "fpcheck._native",
        sorted(map(str, [*CORE.glob("*.c"), CORE / "fpcheck/fpcheck.c",
                         CORE / "fpcheck/fpcheck_index.c", CORE / "fpcheck/fpcheck_markup.c"])),
        include_dirs=[str(CORE), str(CORE / "fpcheck")],
        define_macros=[*macros, ("FPCHECK_STABLE_ABI", "1")] if stable else macros,
        extra_compile_args=[] if sys.platform == "win32" else ["-O2", "-fvisibility=hidden"],
        libraries=[] if sys.platform == "win32" else ["m"],
        py_limited_api=stable,
        optional=True,  # the package works without it, and says so
    )


pure = os.environ.get("FPCHECK_PURE", "0") not in ("", "0") or not (CORE / "lexbor").is_dir()
stable_wheel = {"bdist_wheel": {"py_limited_api": "cp310"}}
setup(
    ext_modules=[] if pure else [core()],
    options={} if pure or sysconfig.get_config_var("Py_GIL_DISABLED") else stable_wheel,
)
