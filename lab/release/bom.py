"""bom.py FILE...: checks SBOMs by the schema of CycloneDX 1.7."""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_7)
for name in sys.argv[1:]:
    error = validator.validate_str(Path(name).read_text())
    if error is not None:
        sys.exit(f"{name}: {error}")
