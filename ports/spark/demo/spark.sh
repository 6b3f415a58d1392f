# shellcheck shell=sh
# For demo.sh, bench.sh, faults.sh and lab/scripts/spark.sh, from the root of the repository: a Spark from PyPI, the jar,
# and how to run programs with both.

install_spark() { # VERSION
	env=${FPCHECK_CACHE:-$PWD/.cache}/spark/$1
	python=$env/bin/python
	if ! [ -f "$env/complete" ]; then
		rm -rf "$env"
		python3 -m venv "$env"
		"$env/bin/pip" install --quiet "pyspark==$1"
		touch "$env/complete"
	fi
	SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
	export SPARK_HOME PYSPARK_PYTHON="$python"
}

build_jar() {
	mvn -B -q -f ports/spark/reactor.xml package -Dmaven.test.skip
	jar=$(find ports/spark/target -name 'fpcheck-spark-*.jar')
}

set_most() { # DOCUMENTS: how many a bucket has at most that is not hot (R13.4), as the command takes it
	most=$((2000000 / $1))
	[ "$most" -ge 64 ] || most=64
	[ "$most" -le 1000 ] || most=1000
}

submit() { # as spark-submit does, with the jar, and no more to read than warnings
	"$SPARK_HOME/bin/spark-submit" \
		--conf spark.sql.extensions=io.github.lsh_interop.fpcheck.spark.Extensions \
		--conf spark.ui.enabled=false \
		--conf spark.log.level=ERROR \
		--driver-java-options "-Dlog4j2.configurationFile=file:$PWD/ports/spark/src/test/resources/log4j2.properties" \
		--jars "$jar" --py-files "$jar" "$@"
}

submit_logged() { # FOLDER ARGUMENT...: the same, and events.py can say what it cost
	events=$1
	shift
	mkdir -p "$events"
	submit --conf spark.eventLog.enabled=true --conf "spark.eventLog.dir=file:$(realpath "$events")" \
		--conf spark.eventLog.compress=false --conf spark.eventLog.rolling.enabled=false "$@"
}
