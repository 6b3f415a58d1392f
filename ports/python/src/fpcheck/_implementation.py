"""Which of two implementations does the work: `fpcheck._native`, in Rust, or `fpcheck._pure`.

They give the same answers. The native one is in the wheels of some platforms.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

__all__ = ["IMPLEMENTATION", "core"]

if TYPE_CHECKING:
    from fpcheck import _native as core
elif os.environ.get("FPCHECK_PURE", "0") not in ("", "0"):
    from fpcheck import _pure as core
else:
    try:
        from fpcheck import _native as core
    except ImportError:  # not in this wheel, or not for this interpreter
        from fpcheck import _pure as core

IMPLEMENTATION = "pure" if core.__name__ == "fpcheck._pure" else "native"
"""`native` if Rust does the work, or else `pure`, as it is with the variable FPCHECK_PURE=1."""
