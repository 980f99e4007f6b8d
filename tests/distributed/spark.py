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

KEY = ["run", "project", "bug"]
RANKED = "run string, project string, bug string, rank long, line string"


def ranker(fossick, options):
    """Returns the function that ranks the lines of a partition, which holds whole groups."""

    def rank(batches):
        import pandas

        lines, groups = [], set()
        for batch in batches:
            lines.extend(batch["value"])
            groups.update(zip(*(batch[name] for name in KEY)))
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
            group = (row.get("run", ""), row["project"], row["bug"])
            if group not in groups:
                raise ValueError(f"no line is of {group}: every line must name its run, or none, as `fossick convert` writes them")
            rows.append((*group, row["rank"], line))
        yield pandas.DataFrame(rows, columns=[*KEY, "rank", "line"])

    return rank


def main(fossick, source, target, *options):
    spark = SparkSession.builder.appName("fossick").getOrCreate()
    # The number of each line, because equal scores stay in the order of the input.
    numbered = spark.sparkContext.textFile(source).zipWithIndex().toDF(["value", "number"])
    field = lambda name: F.coalesce(F.get_json_object("value", f"$.{name}"), F.lit("")).alias(name)
    tests = numbered.select("value", "number", *[field(name) for name in KEY])
    ranked = (
        tests.repartition(*KEY)
        .sortWithinPartitions("number")
        .select("value", *KEY)
        .mapInPandas(ranker(fossick, options), RANKED)
    )
    # Groups come in the order of their first line, one run after the other.
    groups = tests.groupBy(*KEY).agg(F.min("number").alias("group_start"))
    groups = groups.withColumn("run_start", F.min("group_start").over(Window.partitionBy("run")))
    ordered = ranked.join(F.broadcast(groups), KEY).orderBy("run_start", "group_start", "rank")
    ordered.select("line").write.text(target)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
