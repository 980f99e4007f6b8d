"""Ranks JSON Lines on Apache Spark: every task runs `fossick rank -` on the groups of its partition.

    spark-submit spark.py FOSSICK INPUT.jsonl OUTPUT [OPTION …]

FOSSICK is the program on every worker, INPUT are JSON Lines as `fossick convert` writes them, OUTPUT is a new folder. Its
files, in the order of their names, hold the same bytes as the output of one `fossick rank --format jsonl INPUT.jsonl`, and
`cat OUTPUT/part-* | fossick rank --across -` those of one `fossick rank --across --format jsonl INPUT.jsonl`. OPTIONs are of `rank`.
"""

import json
import subprocess
import sys

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

RANKED = "run string, project string, bug string, rank long, line string"


def ranker(fossick, options):
    """Returns the function that ranks the lines of a partition, which holds whole groups."""

    def rank(batches):
        import pandas

        lines = [line for batch in batches for line in batch["value"]]
        if not lines:
            return
        done = subprocess.run(
            [fossick, "rank", "--format", "jsonl", *options, "-"],
            input="".join(line + "\n" for line in lines).encode(),
            stdout=subprocess.PIPE,
            check=True,
        )
        rows = []
        for line in done.stdout.decode().splitlines():
            row = json.loads(line)
            rows.append((row.get("run", ""), row["project"], row["bug"], row["rank"], line))
        yield pandas.DataFrame(rows, columns=["run", "project", "bug", "rank", "line"])

    return rank


def main(fossick, source, target, *options):
    spark = SparkSession.builder.appName("fossick").getOrCreate()
    key = ["run", "project", "bug"]
    # The number of each line, because equal scores stay in the order of the input.
    numbered = spark.sparkContext.textFile(source).zipWithIndex().toDF(["value", "number"])
    field = lambda name: F.coalesce(F.get_json_object("value", f"$.{name}"), F.lit("")).alias(name)
    tests = numbered.select("value", "number", *[field(name) for name in key])
    ranked = (
        tests.repartition(*key).sortWithinPartitions("number").select("value").mapInPandas(ranker(fossick, options), RANKED)
    )
    # Groups come in the order of their first line, one run after the other.
    groups = tests.groupBy(*key).agg(F.min("number").alias("group_start"))
    groups = groups.withColumn("run_start", F.min("group_start").over(Window.partitionBy("run")))
    ordered = ranked.join(F.broadcast(groups), key).orderBy("run_start", "group_start", "rank")
    ordered.select("line").write.text(target)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
