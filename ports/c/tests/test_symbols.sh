#!/bin/sh
# test_symbols.sh DIR NAME HEADER...: compares the symbols of the libraries in DIR with the functions
# that the headers declare. The shared library has each at version FPCHECK_1.0 and no other. The
# static one may not define others either, since they would meet those of a program.
set -eu
lib=$1/lib$2
name=$2
shift 2
declared=$(sed 's|//.*||' "$@" | grep -o 'fpcheck_[a-z0-9_]*(' | tr -d '(' |
	grep -v -e '_sink$' | sort -u)
shared=$(nm -D --defined-only --with-symbol-versions "$lib.so" | awk '$2 != "A" { print $3 }' | sort)
static=$(nm -g --defined-only "$lib.a" | awk 'NF == 3 { print $3 }' | sort)
[ -n "$declared" ] || {
	echo "test_symbols: no function in $*" >&2
	exit 1
}
versioned=$(echo "$declared" | sed 's|$|@@FPCHECK_1.0|')
if [ "$shared" != "$versioned" ] || [ "$static" != "$declared" ]; then
	echo "test_symbols: $name: expected" "$declared" "got" "$shared" "$static" >&2
	exit 1
fi
echo "symbols: $(echo "$declared" | wc -l) of lib$name are those of its headers"
