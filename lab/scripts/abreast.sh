#!/bin/sh
# abreast.sh N COMMAND NAME...: runs the shell command for each name, which is its $1, N of them at
# a time, and prints what each printed, whole, in the order of the names. It fails if one of them does.
set -eu
n=$1 command=$2
shift 2
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export logs command
# shellcheck disable=SC2016
printf '%s\n' "$@" | xargs -P "$n" -I '{}' sh -c '
	sh -euc "$command" sh "$1" >"$logs/$1" 2>&1 && : >"$logs/$1.ended" || :' sh '{}'
failed=0
for name; do
	echo "== $name"
	cat "$logs/$name"
	[ -e "$logs/$name.ended" ] || { echo "abreast: $name failed" >&2; failed=1; }
done
exit $failed
