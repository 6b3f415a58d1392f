"""datatrove's four steps, as its example has them: it prints the ids that are kept."""

import glob
import gzip
import sys
import tempfile

import orjson
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (MinhashConfig, MinhashDedupBuckets, MinhashDedupCluster,
                                      MinhashDedupFilter, MinhashDedupSignature)
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig

folder, file = sys.argv[1].rsplit("/", 1)
if __name__ == "__main__":
    config = MinhashConfig(hash_config=HashConfig(precision=64), num_buckets=32, hashes_per_bucket=4, n_grams=3)
    at = tempfile.mkdtemp()
    reader = JsonlReader(folder, glob_pattern=file)
    steps = [
        (1, [reader, MinhashDedupSignature(f"{at}/signatures", config=config)]),
        (32, [MinhashDedupBuckets(f"{at}/signatures", f"{at}/buckets", config=config)]),
        (1, [MinhashDedupCluster(f"{at}/buckets", f"{at}/removed", config=config)]),
        (1, [reader, MinhashDedupFilter(f"{at}/removed"), JsonlWriter(f"{at}/kept")]),
    ]
    for i, (tasks, pipeline) in enumerate(steps):
        LocalPipelineExecutor(pipeline=pipeline, tasks=tasks, workers=2, logging_dir=f"{at}/logs/{i}").run()
    for kept in glob.glob(f"{at}/kept/*.gz"):
        for line in gzip.open(kept):
            print("kept", orjson.loads(line)["id"], sep="\t")
