#!/usr/bin/env python3
"""Measures `fossick rank` on results of growing size, in one group and in groups of 20.

    python3 tests/bench/scale.py target/release/fossick 1000000

The failures are those of the demo with other names and numbers, about 1.5 kB each. Prints a table of processor time and memory.
"""
import json, os, random, re, subprocess, sys, tempfile

WORDS = ['closed', 'open', 'empty', 'stale', 'dirty', 'broken', 'hidden', 'late', 'early', 'wrong']
DEMO = os.path.join(os.path.dirname(__file__), '..', '..', 'assets', 'demo', 'demo.jsonl')


def templates():
    """Returns each failure of the demo as JSON, split where a failure made from it has its own values."""
    rng = random.Random(1)
    for line in open(DEMO, encoding='utf-8'):
        failure = json.loads(line)
        if failure['outcome'] != 'failed' or not failure.get('trace'):
            continue
        name, method = failure['test'].split('::')
        made = {'project': '@@P@@', 'bug': '@@B@@', 'test': name + '::@@M@@', 'outcome': 'failed', 'oracle': failure.get('oracle'),
                'focal_method': failure.get('focal_method', '')[:220], 'docstring': failure.get('docstring', '')[:160]}
        for field in ['test_prefix', 'generated_test']:
            head, brace, body = failure[field].replace(method, '@@M@@').partition('{\n')
            made[field] = head + brace + '      int seed0 = @@N@@;\n' + body if brace else head + ' // @@N@@'
        trace = failure['trace'].replace(method, '@@M@@').split('\n')[:6]
        trace[1] += '@@V@@' if rng.random() < .5 else ''
        made['trace'] = '\n'.join(trace)
        yield re.split('@@([PBMNV])@@', json.dumps(made, ensure_ascii=False))


def write(path, failures, groups):
    rng = random.Random(1)
    made = list(templates())
    with open(path, 'w', encoding='utf-8') as out:
        for number in range(failures):
            group = number * groups // failures
            parts = made[(group * 37 + rng.randrange(len(made) if groups == 1 else 40)) % len(made)]
            values = {'P': f'Project{group // 500}', 'B': str(group % 500 + 1), 'M': f'test{number:07}', 'N': str(number * 7919 % 1000003),
                      'V': f' ({rng.choice(WORDS)} {rng.choice(WORDS)})'}
            out.write(''.join(part if place % 2 == 0 else values[part] for place, part in enumerate(parts)) + '\n')


def main():
    fossick, most = sys.argv[1], int(sys.argv[2])
    print('| failures | groups | file | processor time | memory, of the file |\n|---|---|---|---|---|')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'failures.jsonl')
        failures = 1000
        while failures <= most:
            for groups in [1, failures // 20]:
                write(path, failures, groups)
                process = subprocess.Popen([fossick, 'rank', path], stdout=subprocess.DEVNULL)
                _, status, used = os.wait4(process.pid, 0)
                if status:
                    sys.exit(f'{fossick} has failed')
                size = os.path.getsize(path)
                print(f'| {failures:,} | {groups:,} | {size / 1e6:,.1f} MB | {used.ru_utime + used.ru_stime:.2f} s | '
                      f'{used.ru_maxrss * 1024 / size:.1f}x |', flush=True)
            failures *= 10


if __name__ == '__main__':
    main()
