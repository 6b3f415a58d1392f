#!/bin/sh
# bench.sh [texts SIZE... | sketches SIZE... | peer [SIZE] | costs [SIZE]]: what the near duplicates of a document
# cost, on a cluster of two workers on this machine. All of it unless told otherwise.
#   texts      near duplicates of so many texts: 100,000 and 1,000,000
#   sketches   the same of fingerprints, whose texts no disk would have to hold: 10,000,000 too
#   peer       MinHashLSH of Spark's MLlib beside it, among 20,000 texts, with copies of a page and without
#   costs      the stage of sketches beside the port for Java alone, in one process: 20,000 texts of 1,000 octets
# Time is that of the processor in tasks, by the logs of events. SPARK_VERSION chooses another Spark, and
# SPARK_MEMORY is that of each executor.
set -eu
cd "$(dirname "$0")/../../.."
memory=${SPARK_MEMORY:-2g}
demo=ports/spark/demo

# shellcheck source=ports/spark/demo/spark.sh
. $demo/spark.sh
# shellcheck source=ports/spark/demo/cluster.sh
. $demo/cluster.sh
install_spark "${SPARK_VERSION:-4.0.5}"
build_jar

work=$(mktemp -d)
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

on_cluster() { # FOLDER FOR EVENTS, PROGRAM ARGUMENT...
	events=$1
	shift
	submit_logged "$events" --master "$master" --executor-memory "$memory" --driver-memory 1g \
		--py-files "$jar,$demo/corpus.py,$demo/events.py" "$@"
}

growth() { # FORM SIZE...
	form=$1
	shift
	for size in "$@"; do
		case $form in
		texts) "$python" $demo/corpus.py "$size" 1 >"$work/source" ;;
		sketches) on_cluster "$work/made" $demo/growth.py make "$size" "$work/source" ;;
		esac
		on_cluster "$work/$form/$size" $demo/growth.py find "$form" "$work/source" "$size"
		rm -rf "$work/source"
	done
	"$python" $demo/growth.py table "$work/$form"
}

peer() { # SIZE
	"$python" -c 'import numpy' 2>/dev/null || "$python" -m pip install --quiet numpy # which MLlib needs
	"$python" $demo/corpus.py "$1" 1 >"$work/copies.jsonl"
	# A text is what follows the id.
	awk -F '"text": ' '!seen[$2]++' "$work/copies.jsonl" >"$work/none.jsonl"
	for source in copies none; do
		for which in ours mllib; do
			on_cluster "$work/$source/$which.events" $demo/peer.py "$which" "$work/$source.jsonl" "$work/$source/$which"
		done
		"$python" $demo/peer.py compare "$work/$source.jsonl" "$work/$source"
	done
}

costs() { # [SIZE]
	mvn -B -q -f ports/spark/reactor.xml test-compile
	submit --master 'local[1]' --driver-memory 1g --driver-class-path "ports/spark/target/test-classes:$jar" \
		--class io.github.lsh_interop.fpcheck.spark.CostsBenchmark "$jar" "$@"
}

what=${1:-all}
[ $# -eq 0 ] || shift
case $what in costs) ;; *) start_cluster "$work/cluster" 2 "$memory" ;; esac
case $what in
texts | sketches) growth "$what" "$@" ;;
peer) peer "${1:-20000}" ;;
costs) costs "$@" ;;
all)
	costs
	peer 20000
	growth texts 100000 1000000
	growth sketches 100000 1000000 10000000
	;;
*)
	echo "bench: $what: expected texts, sketches, peer or costs" >&2
	exit 2
	;;
esac
