"""Ends workers while stages run. Of faults.sh:

faults.py find SOURCE OUTPUT MOST   finds the near duplicates, as job.py does, and leaves the names of stages. A
                                    bucket of more than MOST documents is hot
faults.py end FOLDER NUMBER PID     waits until a stage runs, ends this process and what it started, and prints the
                                    number of the stage; nothing if the program ended without one
faults.py tell FOLDER [NUMBER...]   prints how many tasks failed, or did not end with their executor, in the stages
                                    with these numbers, which are those whose worker was ended, and in others

FOLDER is that of the log of events. Stages have numbers from 0 on.
"""

import contextlib
import glob
import json
import os
import signal
import sys
import time

import events

PARTITIONS = 8
WAIT = 1800  # seconds, for a stage to begin
A_MOMENT = 0.2  # seconds, so that tasks of the stage run


def find(source, output, most):
    from fpcheck_spark import near_duplicates
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("faults").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", PARTITIONS)
    documents = spark.read.schema("id STRING, row LONG, text STRING").json(source).repartition(PARTITIONS)
    with near_duplicates(documents, "id", "text", position="row", most=int(most)) as found:
        found.clusters().write.mode("overwrite").json(output + "/clusters")
        found.pairs().write.mode("overwrite").json(output + "/pairs")
        events.save_stages(spark, found)


def _started(folder):
    """The lines of a log that is being written, and None where it ends for now, until the program does."""
    while not (paths := glob.glob(f"{folder}/*.inprogress")):
        yield None
    with open(paths[0], encoding="utf-8") as file:
        rest = ""
        while True:
            ended = not os.path.exists(paths[0])
            rest += file.readline()
            if rest.endswith("\n"):
                yield rest
                rest = ""
            elif ended:
                return
            else:
                yield None


def _family(process):
    """A process and those that it started, and that these started."""
    children = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8") as file:
                child, rest = file.read().split(" (", 1)
        except OSError:  # it ended
            continue
        children.setdefault(int(rest.rsplit(") ", 1)[1].split()[1]), []).append(int(child))
    family = [process]
    for one in family:
        family += children.get(one, [])
    return family


def end(folder, number, process):
    late = time.monotonic() + WAIT
    newest, query, runs = -1, None, False
    for line in _started(folder):
        if line is None:
            # All is read that there is: what is newest runs now.
            if runs and newest >= int(number):
                break
            if time.monotonic() > late:
                sys.exit(f"faults: stage {number} did not begin in {WAIT} s")
            time.sleep(0.02)
            continue
        kind = events.kind(line)
        if kind.endswith("SparkListenerSQLExecutionStart"):
            event = json.loads(line)
            if events.is_of_stage(event["description"]):
                newest, query, runs = newest + 1, event["executionId"], False
        elif kind.endswith("SparkListenerSQLExecutionEnd"):
            runs = False
        elif kind == "SparkListenerJobStart":
            event = json.loads(line)
            runs = runs or events.query(event) == query or events.is_of_series(event)
    else:
        return
    time.sleep(A_MOMENT)
    for one in _family(int(process)):
        with contextlib.suppress(ProcessLookupError):  # it ended by itself
            os.kill(one, signal.SIGKILL)
    print(newest)


def tell(folder, *numbers):
    rows = events.costs(folder)
    names = events.stages(folder)
    killed = [names[int(number)] for number in numbers]
    for name in killed:
        print(f"a worker killed in {name}: {sum(row.failed for row in rows if row.name == name)} tasks lost")
    print(f"{sum(row.failed for row in rows if row.name not in killed)} tasks lost in others")


if __name__ == "__main__":
    {"find": find, "end": end, "tell": tell}[sys.argv[1]](*sys.argv[2:])
