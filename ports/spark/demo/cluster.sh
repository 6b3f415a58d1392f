# shellcheck shell=sh
# For demo.sh, bench.sh and faults.sh, after spark.sh: a standalone cluster of processes on this machine. Whoever
# starts it has it stopped at the end: trap stop_cluster EXIT.

processes=

run_class() { # NAME CLASS ARGUMENT...: a class of Spark's, as a process in the background
	name=$1
	shift
	"$SPARK_HOME/bin/spark-class" "$@" >"$cluster/$name.log" 2>&1 &
	echo $! >"$cluster/$name.pid"
	processes="$! $processes"
}

start_master() { # FOLDER: for all that the cluster writes; sets master to its address
	cluster=$1
	mkdir -p "$cluster"
	export SPARK_LOCAL_IP=127.0.0.1 SPARK_DAEMON_MEMORY=256m
	# A port that nobody else has: the system chooses it, and the log says which.
	run_class master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0
	master=
	while [ -z "$master" ]; do
		kill -0 "${processes%% *}" 2>/dev/null || { cat "$cluster/master.log" >&2; exit 1; }
		sleep 1
		master=$(sed -n 's/.*Starting Spark master at \(spark:[^ ]*\).*/\1/p' "$cluster/master.log")
	done
}

start_worker() { # NAME MEMORY [HOST FOLDER]: one of one core, which has what it spills and shuffles in the folder
	mkdir -p "${4:-$cluster/$1/local}"
	SPARK_LOCAL_IP=${3:-127.0.0.1} SPARK_LOCAL_DIRS=${4:-$cluster/$1/local} \
		run_class "$1" org.apache.spark.deploy.worker.Worker --host "${3:-127.0.0.1}" --webui-port 0 \
		--cores 1 --memory "$2" --work-dir "$cluster/$1" "$master"
}

start_cluster() { # FOLDER WORKERS MEMORY
	start_master "$1"
	worker=0
	while [ "$worker" -lt "$2" ]; do
		worker=$((worker + 1))
		start_worker "worker$worker" "$3"
	done
}

stop_cluster() {
	for process in $processes; do
		kill "$process" 2>/dev/null || true
		wait "$process" 2>/dev/null || true
	done
	processes=
}
