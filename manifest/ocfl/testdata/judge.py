"""Prints, for each directory named on standard input, the codes that ocfl-py finds.

A line is a JSON object: the codes, without ocfl-py's own suffixes, or an exception.
"""

import json
import os
import re
import sys

from ocfl.storage_root import StorageRoot
from ocfl.validator import Validator


def judge(directory):
    if os.path.basename(directory) != "root":
        validator = Validator(log_warnings=True)
        validator.validate_object(directory)
        return set(validator.log.codes)
    root = StorageRoot(directory)
    root.validate(log_warnings=True, max_errors=1000)
    codes = set(root.log.codes)
    for error in root.errors:
        codes |= set(re.findall(r"\[([EW]\d{3}[a-z]?)\]", " ".join(error)))
    return codes


for line in sys.stdin:
    try:
        answer = {"codes": sorted({code[:4] for code in judge(line.rstrip("\n"))})}
    except Exception as e:  # it fails: that is its verdict
        answer = {"codes": [], "exception": type(e).__name__}
    print(json.dumps(answer), flush=True)
