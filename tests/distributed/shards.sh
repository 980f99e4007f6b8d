#!/bin/sh
# Ranks JSON Lines in shards, several at a time, and writes the ranked lines in the order of the shards.
#
#   shards.sh FOSSICK INPUT.jsonl SHARDS JOBS > ranked.jsonl
#
# The lines are as `fossick convert` writes them: run, approach, project and bug come before the test. All lines of a
# (run, project, bug) go to one shard. With the lines sorted, the output equals that of one run.
set -eu
fossick=$1 input=$2 shards=$3 jobs=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v shards="$shards" -v work="$work" '{
    group = substr($0, 1, index($0, ",\"test\":"))
    if (!(group in shard)) shard[group] = groups++ % shards
    print > sprintf("%s/%06d.jsonl", work, shard[group])
}' "$input"

export FOSSICK="$fossick"
find "$work" -name '*.jsonl' -print0 |
    xargs -0 -n 1 -P "$jobs" sh -c '"$FOSSICK" rank --format jsonl - < "$0" > "$0.ranked"'
cat "$work"/*.ranked
