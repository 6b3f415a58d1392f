"""Says what a program cost, by the log of its events: events.py FOLDER [DOCUMENTS]

FOLDER is that of submit_logged. A row is a stage of NearDuplicates, if the program left their names there by
save_stages, or another query; with a number of documents there are totals for each of them.
"""

import glob
import json
import sys

STAGES = ".stages"
KEPT = " at Stages.java:"  # where Spark says that a query of a stage comes from, or a job


class Cost:
    """What tasks did: processor time in seconds, and octets."""

    def __init__(self, name):
        self.name = name
        self.tasks = self.failed = self.shuffled = self.spilled = self.peak = 0
        self.processor = 0.0

    def add(self, event):
        metrics = event.get("Task Metrics") or {}
        self.tasks += 1
        self.failed += event["Task End Reason"]["Reason"] != "Success"
        self.processor += (metrics.get("Executor CPU Time", 0) + metrics.get("Executor Deserialize CPU Time", 0)) / 1e9
        self.shuffled += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
        self.spilled += metrics.get("Disk Bytes Spilled", 0)
        self.peak = max(self.peak, metrics.get("Peak Execution Memory", 0))


def save_stages(spark, found):
    """Leaves the names of what was done beside the log of the program, for costs."""
    folder = spark.conf.get("spark.eventLog.dir").removeprefix("file:")
    with open(f"{folder}/{spark.sparkContext.applicationId}{STAGES}", "a", encoding="utf-8") as file:
        file.writelines(json.dumps(stage) + "\n" for stage in found.stages())


def stages(folder):
    """The names of stages that were left by save_stages."""
    names = []
    for path in sorted(glob.glob(f"{folder}/*{STAGES}")):
        with open(path, encoding="utf-8") as file:
            names += [json.loads(line)[0] for line in file]
    return names


def kind(line):
    """What a line is of; most of a log is plans, which take long to read and say nothing here."""
    return line[10 : line.index('"', 10)]


def query(job):
    """The number of the query that a job is for, or None."""
    number = job.get("Properties", {}).get("spark.sql.execution.id")
    return int(number) if number else None


def is_of_stage(description):
    """Whether a query works out a stage that is kept. Others of Stages.java only make rows of one."""
    return description.startswith("count" + KEPT)


def is_of_series(job):
    """Whether a job is for no query, but for the stage of a series, whose plan was the query before."""
    return query(job) is None and any(KEPT in stage["Stage Name"] for stage in job["Stage Infos"])


def costs(folder):
    """The cost of each stage and of each other query, in order."""
    names = iter(stages(folder))
    rows = {}  # by the number of a query
    stage_rows = {}  # by the number that Spark gives a stage of its own
    kept = None  # the row of the stage that was kept last
    for path in sorted(glob.glob(f"{folder}/*")):
        if path.endswith(STAGES):
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                what = kind(line)
                if what.endswith("SparkListenerSQLExecutionStart"):
                    event = json.loads(line)
                    key, name = (path, event["executionId"]), event["description"]
                    if is_of_stage(name):
                        kept, name = key, next(names, name)
                    rows[key] = Cost(name)
                elif what == "SparkListenerJobStart":
                    event = json.loads(line)
                    number = query(event)
                    key = (path, number) if number is not None else (path, None, event["Job ID"])
                    if kept and is_of_series(event):
                        key = kept
                    if key not in rows:
                        rows[key] = Cost(event["Stage Infos"][-1]["Stage Name"] if event["Stage Infos"] else "a job")
                    for stage in event["Stage IDs"]:
                        stage_rows.setdefault((path, stage), key)
                elif what == "SparkListenerTaskEnd":
                    event = json.loads(line)
                    rows[stage_rows[path, event["Stage ID"]]].add(event)
    return [cost for cost in rows.values() if cost.tasks]


def total(rows):
    """The sum of costs; of what is a peak, the highest."""
    all = Cost("in all")
    for cost in rows:
        for name in ("tasks", "failed", "processor", "shuffled", "spilled"):
            setattr(all, name, getattr(all, name) + getattr(cost, name))
        all.peak = max(all.peak, cost.peak)
    return all


def table(rows, documents=None):
    print(f"{'processor':>11} {'shuffled':>11} {'spilled':>11} {'peak of a task':>14}  {'tasks':>6}  stage")
    for cost in [*rows, total(rows)]:
        print(
            f"{cost.processor:9.2f} s {cost.shuffled / 1e6:8.1f} MB {cost.spilled / 1e6:8.1f} MB"
            f" {cost.peak / 1e6:11.1f} MB  {cost.tasks:6,d}  {cost.name}"
            + (f", of which {cost.failed} failed" if cost.failed else "")
        )
    most = max(rows, key=lambda cost: cost.shuffled)
    print(f"the largest shuffles: {most.shuffled / 1e6:.1f} MB, {most.name}")
    if documents:
        all = total(rows)
        print(f"a document: {all.processor * 1e6 / documents:.1f} microseconds, {all.shuffled / documents:.0f} octets")


if __name__ == "__main__":
    table(costs(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
