#!/bin/sh
# jshell.sh CLASSPATH FILE: runs the sessions of jshell in a Markdown file, and compares what jshell
# prints with what the file shows. A session may leave out the values of variables.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sessions=$(grep -c '^\$ jshell' "$2") || { echo "jshell: $2 has no session" >&2; exit 1; }
for n in $(seq "$sessions"); do
	awk -v n="$n" '/^\$ jshell/ { on = ++i == n; next } /^```$/ { on = 0 } on' "$2" >"$work/session"
	sed -n 's/^\(jshell>\|   \.\.\.>\) //p' "$work/session" >"$work/input"
	grep -v '^\(jshell>\|   \.\.\.>\|$\)' "$work/session" >"$work/want" ||
		{ echo "jshell: $2: session $n shows nothing" >&2; exit 1; }
	jshell --class-path "$1" <"$work/input" 2>"$work/log" | tr -d '\b' |
		sed 's/^\(\(jshell>\|   \.\.\.>\) *\)*//; /^|  \(Welcome\|For an\) /d; /^|        at /d; /^ *$/d' >"$work/printed"
	awk 'NR == FNR { shown[$0]; next } $0 in shown || !/^[A-Za-z][A-Za-z0-9]* ==> /' "$work/want" "$work/printed" >"$work/got"
	diff -u "$work/want" "$work/got" || { cat "$work/log" >&2; echo "jshell: $2: session $n prints something else" >&2; exit 1; }
done
echo "$2: jshell prints what its sessions show ($sessions)"
