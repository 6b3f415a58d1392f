"""Says what a program cost, by the log of its events: events.py FOLDER [DOCUMENTS]

FOLDER is that of submit_logged. A row is a stage of NearDuplicates, if the program left their names there by
save_stages, or another query; with a number of documents there are totals for each of them.
"""

import glob
import json
import sys

STAGES = ".stages"
KEPT = " at Stages.java:"  # where Spark says that a query of a stage comes from


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


def costs(folder):
    """The cost of each stage and of each other query, in order."""
    names = []
    for path in sorted(glob.glob(f"{folder}/*{STAGES}")):
        with open(path, encoding="utf-8") as file:
            names += [json.loads(line)[0] for line in file]
    names = iter(names)
    rows = {}  # by the number of a query
    stages = {}  # of Spark, by number
    for path in sorted(glob.glob(f"{folder}/*")):
        if path.endswith(STAGES):
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                # Most of a log is plans, which take long to read and say nothing here.
                kind = line[10 : line.index('"', 10)]
                if kind.endswith("SparkListenerSQLExecutionStart"):
                    event = json.loads(line)
                    name = event["description"]
                    rows[path, event["executionId"]] = Cost(next(names, name) if KEPT in name else name)
                elif kind == "SparkListenerJobStart":
                    event = json.loads(line)
                    query = event.get("Properties", {}).get("spark.sql.execution.id")
                    key = (path, int(query)) if query else (path, None, event["Job ID"])
                    if key not in rows:
                        rows[key] = Cost(event["Stage Infos"][-1]["Stage Name"] if event["Stage Infos"] else "a job")
                    for stage in event["Stage IDs"]:
                        stages.setdefault((path, stage), key)
                elif kind == "SparkListenerTaskEnd":
                    event = json.loads(line)
                    rows[stages[path, event["Stage ID"]]].add(event)
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
