#!/bin/sh
# prose.sh [-update | PREFIX...]: checks what people read (see lab/prose), after the check itself.
set -eu
cd "$(dirname "$0")/../.."
command -v cc >/dev/null || lab/scripts/programs.sh cc=build-essential # Vale has parsers in C
go -C lab/prose test -count 1 .
go -C lab/prose run . "$@"
