#!/usr/bin/env python3
"""Measures how long two programs of fossick take for the same work, in runs in turn: what else the machine does falls on both.

    python3 tests/freeze/timings.py BEFORE AFTER [--pairs 9]
    python3 tests/freeze/timings.py --build TREE TREE   # the first release build of two source trees

Both programs are of one profile. `*` marks a change of more than 3 % in the median of the pairs, `?` one that half of the pairs do not
bear out. compare.py runs this after the outputs. Exit status: 0 no `*`, 1 a `*`.
"""
import argparse, os, statistics, subprocess, sys, tempfile, time
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'bench'))
import scale

# A difference of the median that is told.
BOUND = 0.03
TESTCASES = 67


@dataclass
class Work:
    name: str
    arguments: list


def write_green_build(folder, files):
    """Writes a build in which nearly all tests pass, as most are."""
    reports = os.path.join(folder, 'target', 'surefire-reports')
    os.makedirs(reports)
    with open(os.path.join(folder, 'pom.xml'), 'w') as pom:
        pom.write('<project><artifactId>inkwell</artifactId></project>\n')
    for number in range(files):
        suite = f'org.inkwell.part{number % 40}.Pen{number}Test'
        cases = ''.join(f'  <testcase classname="{suite}" name="draws{case}" time="0.00{case % 10}"/>\n' for case in range(TESTCASES))
        if number % 60 == 0:
            message = f'expected:&lt;{number}&gt; but was:&lt;0&gt;'
            cases += f'  <testcase classname="{suite}" name="fills" time="0.1"><failure type="java.lang.AssertionError" message="{message}">' \
                     f'java.lang.AssertionError: {message}\n\tat {suite}.fills(Pen{number}Test.java:12)\n</failure></testcase>\n'
        with open(os.path.join(reports, f'TEST-{suite}.xml'), 'w') as report:
            report.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="{suite}" tests="{TESTCASES}">\n{cases}</testsuite>\n')


def works(folder, corpus):
    """Writes what is worked on into a folder, and returns the works."""
    large, build, picture = (os.path.join(folder, name) for name in ['large.jsonl', 'build', 'session.svg'])
    scale.write(large, 6000, 120)
    write_green_build(build, 1200)
    demo = os.path.join(os.path.dirname(__file__), '..', '..', 'assets', 'demo', 'demo.jsonl')
    made = [Work('rank, 6,000 failures', ['rank', large, '--format', 'csv']), Work('rank, the demo', ['rank', demo]),
            Work('rank, 80,400 testcases of 1,200 reports', ['rank', build]),
            Work('first frame, 6,000 failures', ['snapshot', large]), Work('first frame, the demo', ['snapshot', demo]),
            Work('400 keys, each with its frame', ['snapshot', demo, '--keys', 'j o a t ' * 100, '--animate', '-o', picture]),
            Work('evaluate, the demo', ['evaluate', demo])]
    if corpus:
        made.append(Work('rank, a table of 10,541 failures', ['rank', os.path.join(corpus, 'dev/template_run1.failed_test_data.csv'), '--format', 'csv']))
    return made


def measure(program, arguments, environment):
    """Returns the time, the processor's time (seconds) and the greatest memory (megabytes) of a run."""
    start = time.perf_counter()
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen([program, *arguments], stdout=nowhere, stderr=nowhere, stdin=nowhere, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def change(before, after):
    """Returns the median change of the pairs with its mark."""
    ratios = [new / old - 1 for old, new in zip(before, after)]
    median = statistics.median(ratios)
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    mark = ' ' if abs(median) <= BOUND else '*' if low > 0 or high < 0 else '?'
    return median, mark


def compare(programs, folder, corpus, pairs):
    """Prints a row for each work; returns how many differ."""
    # Neither configuration nor labels of the person who measures.
    environment = {'PATH': os.environ['PATH'], 'HOME': folder, 'USER': 'ada', 'LANG': 'C.UTF-8'}
    print(f'Timings: medians of {pairs} pairs of runs in turn, in seconds and megabytes')
    print(f'{"":42} {"time":>16} {"change":>8}   {"processor":>16} {"change":>8}   {"memory":>12} {"change":>8}')
    differing = 0
    for work in works(folder, corpus):
        runs = [[], []]
        for pair in range(pairs + 1):
            for side in [0, 1] if pair % 2 else [1, 0]:
                run = measure(programs[side], work.arguments, environment)
                # The first pair fills the caches.
                if pair:
                    runs[side].append(run)
        cells, marks = [], ''
        for figure, (form, width) in enumerate([('{:.3f}', 16), ('{:.3f}', 16), ('{:.0f}', 12)]):
            before, after = ([run[figure] for run in of_side] for of_side in runs)
            median, mark = change(before, after)
            both = ' → '.join(form.format(statistics.median(side)) for side in [before, after])
            cells.append(f'{both:>{width}} {median:>+7.1%}{mark}')
            marks += mark
        differing += '*' in marks
        print(f'{work.name:42} ' + '   '.join(cells), flush=True)
    return differing


def first_builds(trees, folder):
    """Prints how long `cargo build --release` takes in two source trees, from nothing."""
    for side, tree in zip(['before', 'after'], trees):
        start = time.perf_counter()
        target = os.path.join(folder, side)
        subprocess.run(['cargo', 'build', '--release', '--locked', '--target-dir', target], cwd=tree, check=True, stderr=subprocess.DEVNULL)
        print(f'first build {side}: {time.perf_counter() - start:.0f} s', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('paths', nargs=2, metavar='BEFORE AFTER')
    parser.add_argument('--pairs', type=int, default=9)
    parser.add_argument('--build', action='store_true', help='the paths are source trees: time their first release builds')
    arguments = parser.parse_args()
    paths = [os.path.abspath(path) for path in arguments.paths]
    with tempfile.TemporaryDirectory(prefix='freeze-') as folder:
        if arguments.build:
            first_builds(paths, folder)
            return 0
        return 1 if compare(paths, folder, os.environ.get('FOSSICK_CORPUS'), arguments.pairs) else 0


if __name__ == '__main__':
    sys.exit(main())
