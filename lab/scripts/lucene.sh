#!/bin/sh
# lucene.sh: tests the library for Lucene with the newest Lucene that this Java runs, and the README's session.
set -eu
cd "$(dirname "$0")/../.."
mvn -B -q -Perror-prone -f ports/lucene/reactor.xml verify \
	-Dtest='io/github/lsh_interop/fpcheck/lucene/*Test' -Dsurefire.failIfNoSpecifiedTests=false
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
path=$(find ports/java/target ports/lucene/target -maxdepth 2 -name '*.jar' ! -name 'htmlparser-*' | tr '\n' ':')
sed -n '/^```$/,/^```$/p' ports/lucene/README.md >"$work/session"
sed -n 's/^\(jshell>\|   \.\.\.>\) //p' "$work/session" | jshell --class-path "$path" 2>"$work/log" | tr -d '\b' |
	grep -o '\[Match\[.*' >"$work/got" || true
sed -n 's/.* ==> \(\[Match\)/\1/p' "$work/session" >"$work/want"
[ -s "$work/want" ]
diff "$work/want" "$work/got" || { cat "$work/log" >&2; exit 1; }
