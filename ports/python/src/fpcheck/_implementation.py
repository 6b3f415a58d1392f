"""Which of two implementations does the work: `fpcheck._native`, in C, or `fpcheck._pure`.

Both give the same answers.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING

__all__ = ["IMPLEMENTATION", "core"]

if TYPE_CHECKING:
    from fpcheck import _native as core
elif os.environ.get("FPCHECK_PURE", "0") not in ("", "0"):
    from fpcheck import _pure as core
else:
    try:
        from fpcheck import _native as core
    except ImportError as error:  # not in this wheel, or not for this interpreter
        warnings.warn(
            f"fpcheck works without its native core, some 30 times slower: {error}. FPCHECK_PURE=1 "
            "says that this is meant.", RuntimeWarning, stacklevel=2)
        from fpcheck import _pure as core

IMPLEMENTATION = "pure" if core.__name__ == "fpcheck._pure" else "native"
"""`native` if C does the work, or else `pure`, as it is with the variable FPCHECK_PURE=1."""
