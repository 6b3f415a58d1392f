#!/bin/sh
# lucene.sh: tests the library for Lucene with the newest Lucene that this Java runs, and the README's session.
set -eu
cd "$(dirname "$0")/../.."
mvn -B -q -Perror-prone -f ports/lucene/reactor.xml verify \
	-Dtest='io/github/lsh_interop/fpcheck/lucene/*Test' -Dsurefire.failIfNoSpecifiedTests=false
path=$(find ports/java/target ports/lucene/target -maxdepth 2 -name '*.jar' ! -name 'htmlparser-*' | tr '\n' ':')
lab/scripts/jshell.sh "$path" ports/lucene/README.md
