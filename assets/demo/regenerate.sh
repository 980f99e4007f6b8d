#!/usr/bin/env bash
# Makes demo.jsonl anew: for each bug it generates tests on the buggy version of the library, predicts their
# oracles, executes them on the buggy and on the fixed version, observes there what the reference oracle is, and
# joins the results.
#
#   regenerate.sh [OUTPUT]
#
# Needs JDK 17, patch, and the jars of JUnit 4 and Hamcrest: from Debian's packages junit4 and
# libhamcrest-java, or wherever JUNIT_CLASSPATH says. The same JDK gives the same bytes.
set -euo pipefail
export LC_ALL=C.UTF-8 TZ=UTC

here=$(cd "$(dirname "$0")" && pwd)
output=$(realpath "${1:-$here/demo.jsonl}")
seed=1

fail() {
    echo "regenerate.sh: $*" >&2
    exit 1
}

for tool in javac java patch; do
    command -v "$tool" > /dev/null || fail "$tool is missing (Debian: openjdk-17-jdk-headless, patch)"
done
case $(javac -version 2>&1) in
    "javac 17"*) ;;
    *) echo "regenerate.sh: this is not JDK 17: frames and messages of the JDK will differ" >&2 ;;
esac

# Prints the first of the files given that exists.
first_of() {
    for file in "$@"; do
        [ ! -e "$file" ] || { echo "$file"; return; }
    done
}
if [ -z "${JUNIT_CLASSPATH:-}" ]; then
    repository=${HOME:-}/.m2/repository
    junit=$(first_of /usr/share/java/junit4.jar "$repository"/junit/junit/4.13*/junit-4.13*.jar)
    hamcrest=$(first_of /usr/share/java/hamcrest-core.jar /usr/share/java/hamcrest.jar \
        "$repository"/org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar)
    [ -n "$junit" ] || fail "no jar of JUnit 4 found: install junit4, or set JUNIT_CLASSPATH"
    [ -n "$hamcrest" ] || fail "no jar of Hamcrest found: install libhamcrest-java, or set JUNIT_CLASSPATH"
    JUNIT_CLASSPATH=$junit:$hamcrest
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# English messages, frames that are never left out, heaps of a size that does not depend on the machine.
java=(java -Xmx256m -Duser.language=en -Duser.country=US -Duser.timezone=UTC -Dfile.encoding=UTF-8
    -XX:-OmitStackTraceInFastThrow -cp "$work/maker:$JUNIT_CLASSPATH")

javac -encoding UTF-8 -cp "$JUNIT_CLASSPATH" -d "$work/maker" "$here"/maker/*.java
javac -encoding UTF-8 -g -d "$work/fixed" "$here"/library/satchel/*.java

bug=0
for patch in "$here"/bugs/*.patch; do
    bug=$((bug + 1))
    class=$(sed -n 's|^+++ b/satchel/\(.*\)\.java$|\1|p' "$patch")
    cp -r "$here/library" "$work/source-$bug"
    patch --quiet --strip=1 --directory="$work/source-$bug" < "$patch"
    javac -encoding UTF-8 -g -d "$work/classes-$bug" "$work/source-$bug"/satchel/*.java
    mkdir "$work/compiled-$bug" "$work/observed-$bug"
    "${java[@]}" maker.Generate "$work/source-$bug/satchel" "$work/classes-$bug" "$class" "$((seed + bug))" \
        "$JUNIT_CLASSPATH" "$work/compiled-$bug" "$work/tests-$bug"
    "${java[@]}" maker.Observe "$work/tests-$bug" "$work/classes-$bug:$JUNIT_CLASSPATH" "$work/fixed" \
        "$work/observed-$bug" "$work/references-$bug"
    # The versions differ inside of methods only, so the same compiled tests run on both.
    for version in buggy fixed; do
        classes=$work/fixed
        [ "$version" = fixed ] || classes=$work/classes-$bug
        "${java[@]}" maker.Execute "$work/tests-$bug" "$work/compiled-$bug" "$classes" "$work/$version-$bug"
    done
done
"${java[@]}" maker.Collect "$work" "$bug" "$work/demo.jsonl"
"${java[@]}" maker.Complete "$work" "$bug" "$work/demo.jsonl"
cp "$work/demo.jsonl" "$output"
