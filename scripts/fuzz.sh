#!/bin/sh
# fuzz.sh TIME [all]: fuzzes three of the fuzz targets for TIME each, others on
# another day, or every one.
set -eu
cd "$(dirname "$0")/.."
time=${1:?usage: fuzz.sh TIME [all]}

targets=$(grep -rn --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . |
	sed 's|^\(.*\)/[^/]*_test\.go:[0-9]*:func \(.*\)$|\1 \2|' | sort)
count=$(echo "$targets" | wc -l)
if [ "${2:-}" != all ]; then
	first=$(($(date +%s) / 86400 * 3 % count))
	targets=$(printf '%s\n%s\n' "$targets" "$targets" | sed -n "$((first + 1)),$((first + 3))p")
fi
echo "$targets" | while read -r package name; do
	echo "== $package $name, $time"
	go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 50x "$package"
done
