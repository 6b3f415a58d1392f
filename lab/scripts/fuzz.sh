#!/bin/sh
# fuzz.sh TIME [all]: fuzzes three of the fuzz targets for TIME each, others on
# another day, or every one.
set -eu
cd "$(dirname "$0")/../.."
time=${1:?usage: fuzz.sh TIME [all]}

targets=$(grep -rn --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . |
	sed 's|^\(.*\)/[^/]*_test\.go:[0-9]*:func \(.*\)$|\1 \2|' | sort)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Go before 1.27 may report its own end of fuzzing as a failure (golang.org/issue/75804). Then the
# deadline is all that is reported; a finding has an input that failed, or other lines.
ended_in_time() { # LOG NAME
	awk -v name="$2" '
		/^fuzz: elapsed: / || /^warning: starting with empty corpus$/ { next }
		$0 ~ "^--- FAIL: " name " \\(" { failed = 1; next }
		/^    context deadline exceeded$/ { deadline = 1; next }
		/^(FAIL|exit status 1|FAIL\t.*)$/ { next }
		{ other = 1 }
		END { exit !(failed && deadline && !other) }' "$1"
}

count=$(echo "$targets" | wc -l)
if [ "${2:-}" != all ]; then
	first=$(($(date +%s) / 86400 * 3 % count))
	targets=$(printf '%s\n%s\n' "$targets" "$targets" | sed -n "$((first + 1)),$((first + 3))p")
fi
echo "$targets" | while read -r package name; do
	echo "== $package $name, $time"
	status=0
	go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 50x "$package" >"$log" 2>&1 || status=$?
	cat "$log"
	[ "$status" = 0 ] || ended_in_time "$log" "$name" || exit "$status"
done
