#!/bin/sh
# spark.sh [DOCUMENTS [FEWER]]: tests the library for Spark. Its own tests run with the oldest Spark that it
# supports. A newer one then searches DOCUMENTS documents (default 20,000), and each row must be what
# "fpcheck dedupe" finds: by texts on 7 partitions, and by fingerprints on 1. Two more settings search FEWER
# documents (default 20,000), in another order. Rows of
# passages and of references equal those of their commands. Last come the days of docs/spark.md.
set -eu
cd "$(dirname "$0")/../.."
documents=${1:-20000} fewer=${2:-20000}

mvn -B -q -f ports/spark/reactor.xml verify \
	-Dtest='io/github/lsh_interop/fpcheck/spark/*Test' -Dsurefire.failIfNoSpecifiedTests=false

# shellcheck source=ports/spark/demo/spark.sh
. ports/spark/demo/spark.sh
install_spark 4.0.5
jar=$(find ports/spark/target -name 'fpcheck-spark-*.jar')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

for n in "$documents" "$fewer"; do
	"$python" ports/spark/demo/corpus.py "$n" 1 >"$work/$n.jsonl"
done
search() { # DOCUMENTS [OUTPUT SETTING... [-- OUTPUT SETTING...]...]
	n=$1
	shift
	submit --master 'local[2]' --driver-memory 2g ports/spark/demo/job.py "$work/$n.jsonl" "$@"
}
same() { # DOCUMENTS OUTPUT FLAGS OF THE COMMAND
	n=$1 found=$2
	shift 2
	for form in csv pairs; do
		bin/fpcheck dedupe --quiet --$form --input jsonl --id-field id "$@" "$work/$n.jsonl" >"$work/fpcheck.$form"
	done
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv" "$work/fpcheck.pairs"
}
head -n 500 "$work/$documents.jsonl" >"$work/references.jsonl"
search "$documents" "$work/texts" partitions=7 -- \
	"$work/simhash" partitions=1 scheme=sm1 -- \
	"$work/passages" partitions=5 shuffled=true passages=8 -- \
	"$work/references" references="$work/references.jsonl" common=50
search "$fewer" "$work/chains" partitions=2 shuffled=true exact=false floor=0 -- \
	"$work/words" partitions=4 shuffled=true ignore_numbers=true
same "$documents" texts
same "$documents" simhash --scheme sm1
same "$fewer" chains --exact=false --floor 0
same "$fewer" words --ignore-numbers

listed() { # OUTPUT COMMAND FLAGS
	found=$1
	shift
	bin/fpcheck "$@" --quiet --csv --input jsonl --id-field id "$work/$documents.jsonl" >"$work/fpcheck.csv" || [ $? -le 2 ]
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv"
}
listed passages passages --words 8
listed references decontaminate --refs "$work/references.jsonl" --common 50

mkdir "$work/days"
submit --master 'local[2]' ports/spark/demo/days.py docs/spark.md bin/fpcheck "$work/days"
