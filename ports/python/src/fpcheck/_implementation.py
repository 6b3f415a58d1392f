"""Which of two implementations does the work: `fpcheck._native`, in C, or `fpcheck._pure`.

Both give the same answers.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from typing import TYPE_CHECKING

__all__ = ["IMPLEMENTATION", "core"]


def _importer() -> int:
    """The stack level, as `warnings.warn` counts, of the code that imports this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None:
        name = frame.f_globals.get("__name__", "")
        if name.startswith("fpcheck"):
            level += 1
        elif not name.startswith("importlib"):  # its frames are not counted
            break
        frame = frame.f_back
    return level


if TYPE_CHECKING:
    from fpcheck import _native as core
elif os.environ.get("FPCHECK_PURE", "0") not in ("", "0"):
    from fpcheck import _pure as core
else:
    try:
        core = importlib.import_module("fpcheck._native")
    except ImportError as error:  # not in this wheel, or not for this interpreter
        warnings.warn(
            f"fpcheck works without its native core, about 50 times slower ({error}). "
            "Set FPCHECK_PURE=1 to choose this without a warning.", RuntimeWarning, _importer())
        from fpcheck import _pure as core

IMPLEMENTATION = "pure" if core.__name__ == "fpcheck._pure" else "native"
"""`native` if C does the work, or else `pure`, as it is with the variable FPCHECK_PURE=1."""
