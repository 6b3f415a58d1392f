#!/bin/sh
# demo.sh [DOCUMENTS [NAME=VALUE...]]: a cluster on this machine. Starts a master and two workers of Spark as
# processes of their own, makes a corpus with known duplicates, 100,000 documents unless told otherwise, has
# spark-submit find them, prints the time of each stage, compares what came out with "fpcheck dedupe", and stops
# everything. The settings are those of near_duplicates. PySpark comes from PyPI, into .cache; SPARK_VERSION
# chooses another, and SPARK_MEMORY is that of each executor.
set -eu
cd "$(dirname "$0")/../.."
documents=${1:-100000}
[ $# -eq 0 ] || shift
version=${SPARK_VERSION:-4.0.5}
memory=${SPARK_MEMORY:-1g}

say() { printf '%s  %s\n' "$(date -u +%T)" "$*"; }

# shellcheck source=ports/spark/demo/spark.sh
. ports/spark/demo/spark.sh
# shellcheck source=ports/spark/demo/cluster.sh
. ports/spark/demo/cluster.sh
install_spark "$version"
build_jar
[ -x bin/fpcheck ] || make -s build

work=$(mktemp -d)
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
start_cluster "$work/cluster" 2 "$memory"
say "a master at $master, and two workers"

"$python" ports/spark/demo/corpus.py "$documents" 1 >"$work/corpus.jsonl"
say "$documents documents, $(wc -c <"$work/corpus.jsonl") octets"
submit --master "$master" --executor-memory "$memory" --driver-memory 1g \
	ports/spark/demo/job.py "$work/corpus.jsonl" "$work/found" "$@"

flags=
for setting in "$@"; do # min_similarity=.8 is --min-similarity=.8
	flags="$flags --$(printf '%s' "${setting%%=*}" | tr _ -)=${setting#*=}"
done
say "the same by fpcheck dedupe"
for form in csv pairs; do
	# shellcheck disable=SC2086
	bin/fpcheck dedupe --quiet --$form --input jsonl --id-field id $flags "$work/corpus.jsonl" >"$work/fpcheck.$form"
done
say "compared"
"$python" ports/spark/demo/compare.py "$work/found" "$work/fpcheck.csv" "$work/fpcheck.pairs"
