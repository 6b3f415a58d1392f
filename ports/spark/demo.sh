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
install_spark "$version"
build_jar
[ -x bin/fpcheck ] || make -s build

work=$(mktemp -d)
processes=
stop() {
	for process in $processes; do
		kill "$process" 2>/dev/null || true
		wait "$process" 2>/dev/null || true
	done
	rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP

run() { # a class of Spark's, as a process in the background
	name=$1
	shift
	"$SPARK_HOME/bin/spark-class" "$@" >"$work/$name.log" 2>&1 &
	processes="$! $processes"
}

# A port that nobody else has: the system chooses it, and the log says which.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_DAEMON_MEMORY=256m
run master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0
master=
while [ -z "$master" ]; do
	kill -0 "${processes%% *}" 2>/dev/null || { cat "$work/master.log" >&2; exit 1; }
	sleep 1
	master=$(sed -n 's/.*Starting Spark master at \(spark:[^ ]*\).*/\1/p' "$work/master.log")
done
for worker in 1 2; do
	run "worker$worker" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 \
		--cores 1 --memory "$memory" --work-dir "$work/worker$worker" "$master"
done
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
