#!/bin/sh
# faults.sh [DOCUMENTS]: the near duplicates of 5,000 documents, unless told otherwise, on a cluster of two workers of
# which the older is killed, with its executor, whenever a stage runs, and another starts: so all that the stages kept
# is lost, little by little. After that, if this is root, the same with a worker whose disk is full. The rows have to
# be those of "fpcheck dedupe" both times. SPARK_VERSION chooses another Spark. FULL is sizes of the disk, 4m 3m 2m: the
# next is tried if no task was lost for want of room.
set -eu
cd "$(dirname "$0")/../../.."
documents=${1:-5000}
memory=1g
full=${FULL:-4m 3m 2m}
demo=ports/spark/demo

# shellcheck source=ports/spark/demo/spark.sh
. $demo/spark.sh
# shellcheck source=ports/spark/demo/cluster.sh
. $demo/cluster.sh
install_spark "${SPARK_VERSION:-4.0.5}"
build_jar
set_most "$documents"
[ -x bin/fpcheck ] || make -s build

work=$(mktemp -d)
disk=
stop() {
	stop_cluster
	[ -z "$disk" ] || umount "$disk" 2>/dev/null || true
	rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP

"$python" $demo/corpus.py "$documents" 1 >"$work/corpus.jsonl"
for form in csv pairs; do
	bin/fpcheck dedupe --quiet --$form --input jsonl --id-field id "$work/corpus.jsonl" >"$work/fpcheck.$form"
done

find_all() { # FOLDER FOR EVENTS, FLAG OF SPARK...
	log=$1
	shift
	submit_logged "$log" --master "$master" --executor-memory 512m --driver-memory 1g "$@" \
		--py-files "$jar,$demo/events.py" $demo/faults.py find "$work/corpus.jsonl" "$work/found" "$most"
}

same() {
	"$python" $demo/compare.py "$work/found" "$work/fpcheck.csv" "$work/fpcheck.pairs"
	rm -rf "$work/found"
}

end() { # STAGE PROCESS
	"$python" $demo/faults.py end "$work/killed" "$1" "$2"
}

start_cluster "$work/cluster" 2 "$memory"
mkdir "$work/killed"
find_all "$work/killed" &
job=$!
numbers=
oldest=1
stage=$(end 0 "$(cat "$work/cluster/worker$oldest.pid")")
while [ -n "$stage" ]; do
	numbers="$numbers $stage"
	start_worker "worker$((oldest + 2))" "$memory"
	oldest=$((oldest + 1))
	stage=$(end $((stage + 1)) "$(cat "$work/cluster/worker$oldest.pid")")
done
wait "$job"
# shellcheck disable=SC2086 # numbers, one each
"$python" $demo/faults.py tell "$work/killed" $numbers
same

if [ "$(id -u)" -ne 0 ]; then
	echo "no disk that is full: that takes root" >&2
	exit
fi
kill "$(cat "$work/cluster/worker$oldest.pid")"
disk=$work/disk
mkdir "$disk"
for size in $full; do
	mount -t tmpfs -o "size=$size" tmpfs "$disk"
	# Another address makes it another machine: Spark keeps away from machines, too.
	start_worker "full$size" "$memory" 127.0.0.2 "$disk"
	find_all "$work/full" --conf spark.excludeOnFailure.enabled=true
	"$python" $demo/faults.py tell "$work/full" >"$work/lost"
	printf 'a disk of %s: ' "$size"
	cat "$work/lost"
	same
	case $(cat "$work/lost") in 0*) ;; *) exit ;; esac
	rm -rf "$work/full"
	worker=$(cat "$work/cluster/full$size.pid")
	kill "$worker"
	wait "$worker" 2>/dev/null || true
	umount "$disk"
done
echo "faults: no disk was full of those of $full" >&2
exit 1
