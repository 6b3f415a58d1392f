#!/bin/sh
# spark.sh [DOCUMENTS]: tests the library for Spark. Its own tests run with the oldest Spark that it supports. A
# newer one then searches DOCUMENTS documents (default 8,000) by six settings. Each row must be what the command
# finds: near duplicates by texts, by fingerprints, in chains and without numbers; passages; references. Last come
# the days of docs/spark.md.
set -eu
cd "$(dirname "$0")/../.."
documents=${1:-8000}
compilers=1 # a short job is over before the second compiler pays
[ "$documents" -le 20000 ] || compilers=4

mvn -B -q -f ports/spark/reactor.xml verify \
	-Dtest='io/github/lsh_interop/fpcheck/spark/*Test' -Dsurefire.failIfNoSpecifiedTests=false

# shellcheck source=ports/spark/demo/spark.sh
. ports/spark/demo/spark.sh
install_spark 4.0.5
set_most "$documents"
jar=$(find ports/spark/target -name 'fpcheck-spark-*.jar')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

corpus=$work/corpus.jsonl
"$python" ports/spark/demo/corpus.py "$documents" 1 >"$corpus"
head -n 500 "$corpus" >"$work/references.jsonl"
on_two_cores() { # ARGUMENT...
	submit --master 'local[2]' --conf "spark.driver.defaultJavaOptions=-XX:+UseSerialGC -XX:TieredStopAtLevel=$compilers" "$@"
}
on_two_cores --driver-memory 2g ports/spark/demo/job.py "$corpus" \
	"$work/texts" partitions=7 most="$most" -- \
	"$work/simhash" partitions=1 scheme=sm1 -- \
	"$work/passages" partitions=5 shuffled=true passages=8 -- \
	"$work/references" references="$work/references.jsonl" common=50 -- \
	"$work/chains" partitions=2 most="$most" shuffled=true exact=false floor=0 -- \
	"$work/words" partitions=4 most="$most" shuffled=true ignore_numbers=true
same() { # OUTPUT FLAGS OF THE COMMAND
	found=$1
	shift
	for form in csv pairs; do
		bin/fpcheck dedupe --quiet --$form --input jsonl --id-field id "$@" "$corpus" >"$work/fpcheck.$form"
	done
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv" "$work/fpcheck.pairs"
}
same texts
same simhash --scheme sm1
same chains --exact=false --floor 0
same words --ignore-numbers

listed() { # OUTPUT COMMAND FLAGS
	found=$1
	shift
	bin/fpcheck "$@" --quiet --csv --input jsonl --id-field id "$corpus" >"$work/fpcheck.csv" || [ $? -le 2 ]
	"$python" ports/spark/demo/compare.py "$work/$found" "$work/fpcheck.csv"
}
listed passages passages --words 8
listed references decontaminate --refs "$work/references.jsonl" --common 50

mkdir "$work/days"
on_two_cores ports/spark/demo/days.py docs/spark.md bin/fpcheck "$work/days"
