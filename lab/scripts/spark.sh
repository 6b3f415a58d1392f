#!/bin/sh
# spark.sh [DOCUMENTS]: tests the library for Spark, once with the oldest Spark that it is for and once with a
# newer one: the tests of its own, and then that it finds among so many documents, 100,000 unless told otherwise,
# what "fpcheck dedupe" finds, row by row: on 1 to 7 partitions, in two orders, by texts and by fingerprints. Rows of
# passages and of references equal those of their commands. Last come the days of docs/spark.md.
set -eu
cd "$(dirname "$0")/../.."
documents=${1:-100000}

mvn -B -q -f ports/spark/reactor.xml verify \
	-Dtest='io/github/lsh_interop/fpcheck/spark/*Test' -Dsurefire.failIfNoSpecifiedTests=false

# shellcheck source=ports/spark/demo/spark.sh
. ports/spark/demo/spark.sh
install_spark 4.0.5
jar=$(find ports/spark/target -name 'fpcheck-spark-*.jar')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

"$python" ports/spark/demo/corpus.py "$documents" 1 >"$work/corpus.jsonl"
head -n 500 "$work/corpus.jsonl" >"$work/references.jsonl"
submit --master 'local[2]' --driver-memory 2g ports/spark/demo/job.py "$work/corpus.jsonl" \
	"$work/texts" partitions=7 -- \
	"$work/chains" partitions=2 shuffled=true exact=false floor=0 -- \
	"$work/words" partitions=4 shuffled=true ignore_numbers=true -- \
	"$work/simhash" partitions=1 scheme=sm1 -- \
	"$work/passages" partitions=5 shuffled=true passages=8 -- \
	"$work/references" references="$work/references.jsonl" common=50
same() { # OUTPUT FLAGS OF THE COMMAND
	found=$1
	shift
	for form in csv pairs; do
		bin/fpcheck dedupe --quiet --$form --input jsonl --id-field id "$@" "$work/corpus.jsonl" >"$work/fpcheck.$form"
	done
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv" "$work/fpcheck.pairs"
}
same texts
same chains --exact=false --floor 0
same words --ignore-numbers
same simhash --scheme sm1

listed() { # OUTPUT COMMAND FLAGS
	found=$1
	shift
	bin/fpcheck "$@" --quiet --csv --input jsonl --id-field id "$work/corpus.jsonl" >"$work/fpcheck.csv" || [ $? = 1 ]
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv"
}
listed passages passages --words 8
listed references decontaminate --refs "$work/references.jsonl" --common 50

mkdir "$work/days"
submit --master 'local[2]' ports/spark/demo/days.py docs/spark.md bin/fpcheck "$work/days"
