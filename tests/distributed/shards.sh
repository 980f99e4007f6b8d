#!/bin/sh
# Ranks JSON Lines in shards, several at a time, and writes the ranked lines in the order of one run.
#
#   shards.sh FOSSICK INPUT.jsonl SHARDS JOBS [OPTION …] > ranked.jsonl
#   shards.sh … | FOSSICK rank --across -      # one list over all groups
#
# The lines are as `fossick convert` writes them: run, approach, project and bug come before the test. All lines of a
# (run, project, bug) go to one shard; groups are numbered, to bring them back into the order of the input. OPTIONs are of `rank`.
set -eu
fossick=$1 input=$2 shards=$3 jobs=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v shards="$shards" -v work="$work" '{
    group = substr($0, 1, index($0, ",\"test\":") - 1)
    sub(/"approach":"([^"\\]|\\.)*",/, "", group)
    if (!(group in shard)) {
        shard[group] = groups++ % shards
        run = substr(group, 1, index(group, "\"project\":"))
        if (!(run in runs)) runs[run] = groups
        print runs[run] "\t" groups "\t" group > (work "/groups")
    }
    print > sprintf("%s/%06d.jsonl", work, shard[group])
}' "$input"

export FOSSICK="$fossick" OPTIONS="$*"
find "$work" -name '*.jsonl' -print0 |
    xargs -0 -n 1 -P "$jobs" sh -c '"$FOSSICK" rank --format jsonl $OPTIONS - < "$0" > "$0.ranked"'
cat "$work"/*.ranked | awk -v groups="$work/groups" '
    BEGIN {
        while ((getline line < groups) > 0) {
            split(line, fields, "\t")
            place[fields[3]] = fields[1] "\t" fields[2]
        }
    }
    { print place[substr($0, 1, index($0, ",\"rank\":") - 1)] "\t" $0 }' |
    sort -s -t '	' -k 1,1n -k 2,2n | cut -f 3-
