#!/usr/bin/env bash
# session.sh FILE: runs the console sessions of a Markdown file and compares what
# they print with what the file shows.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:?usage: session.sh FILE}

shown=$(sed -n '/^```console$/,/^```$/{/^```/d;p}' "$file")
[ -n "$shown" ] || { echo "$file has no console session" >&2; exit 1; }

printed=$(while IFS= read -r line; do
	case $line in
	'$ git clone'* | '$ cd '*) echo "$line" ;; # this is the clone
	'$ '*)
		echo "$line"
		bash -c "${line#\$ }" 2>&1 </dev/null || true
		;;
	esac
done <<<"$shown")

diff -u <(echo "$shown") <(echo "$printed") || { echo "$file: the session prints something else" >&2; exit 1; }
echo "$file: the session prints what it shows"
