#!/usr/bin/env bash
# session.sh [-update] FILE...: runs the console sessions of Markdown files and compares what they
# print with what the files show, or writes it into them. Sessions start in a clone of the
# repository, and the commands of a file run in one shell, so that cd and variables last. A code
# block whose fence names a file, such as ```python bits.py, is a file that the reader saves.
set -euo pipefail
cd "$(dirname "$0")/../.."
update=
[ "${1-}" != -update ] || { update=yes; shift; }
[ $# -gt 0 ] || { echo "usage: session.sh [-update] FILE..." >&2; exit 2; }

# A reader has no fpcheck yet: a session that needs it says where it is.
while installed=$(command -v fpcheck); do
	PATH=$(printf %s ":$PATH:" | sed "s|:${installed%/*}:|:|g; s|^:||; s|:$||")
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# rerun turns a Markdown file on standard input into a script that prints the file, with what
# its commands print now.
rerun() {
	awk -v quote="'" '
		function put(line, where) {
			gsub(quote, quote "\\" quote quote, line)
			print "printf " quote "%s\\n" quote " " quote line quote where
		}
		/^```$/ { session = file = "" }
		session && /^\$ / { put($0); print "{ " substr($0, 3) "\n} 2>&1 </dev/null" }
		!session { put($0) }
		file { put($0, " >>" file) }
		/^```console$/ { session = "open" }
		/^```[a-z]+ [^ ]+$/ { file = $2; print ": >" file }'
}

for file; do
	grep -q '^```console$' "$file" || { echo "$file has no console session" >&2; exit 1; }
	rerun <"$file" >"$scratch/script"
	TMPDIR=$scratch bash "$scratch/script" >"$scratch/printed" || true
	if [ -n "$update" ]; then
		cat "$scratch/printed" >"$file"
	else
		diff -u "$file" "$scratch/printed" || { echo "$file: the session prints something else" >&2; exit 1; }
		echo "$file: the session prints what it shows"
	fi
done
