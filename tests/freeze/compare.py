#!/usr/bin/env python3
"""Compares two programs of fossick: what they print for some 1,200 commands, all frames of sessions by key scripts, and timings.

    python3 tests/freeze/compare.py BEFORE AFTER              # outputs, then timings (timings.py)
    python3 tests/freeze/compare.py BEFORE AFTER --quick      # a fifth of the commands, no timings
    python3 tests/freeze/compare.py BEFORE AFTER --only rank  # the commands whose line contains a text, no timings
    python3 tests/freeze/compare.py --list                    # the commands

BEFORE and AFTER are programs; debug builds will do with --no-timings. With FOSSICK_CORPUS some 1,000
commands on the corpus are added. Nothing but the program's version, the folder of the inputs, the present
time and a judge's nonces and seconds is made alike. The
commands are in `commands.txt`, their inputs in `inputs.py` and in the repository. Exit status: 0 all is equal, 1 something differs.
"""
import argparse, concurrent.futures, datetime, difflib, os, re, shutil, subprocess, sys, tempfile, time
from collections import Counter
from dataclasses import dataclass

import commands, inputs, screens

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))
# What differs from run to run: the marks around what a judge reads, and how long it took.
NONCE = re.compile(rb'\b(BEGIN|END) [0-9a-f]{32}\b')
SECONDS = re.compile(rb'("seconds":)[\d.]+')
PRESENT = re.compile(rb'\b(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00:00)?')
# The longest time for a command, in seconds.
PATIENCE = 120
SHOWN_LINES, SHOWN_NAMES, SHOWN_CHARACTERS = 10, 3, 150


@dataclass
class Side:
    """One of the two programs, and its own copy of the inputs."""
    program: str
    # The copy; both sides' paths have one length, so that columns are of one width.
    folder: str
    version: bytes = b''

    def environment(self, command=None):
        kept = {name: os.environ[name] for name in ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'] if name in os.environ}
        own = {'HOME': f'{self.folder}/home', 'XDG_CONFIG_HOME': f'{self.folder}/home', 'XDG_STATE_HOME': f'{self.folder}/home', 'USER': 'ada', 'TZ': 'UTC',
               'LANG': 'C.UTF-8', 'GIT_CONFIG_GLOBAL': os.devnull, 'GIT_CONFIG_NOSYSTEM': '1'}
        if command:
            # Two commands run at a time, on as many cores.
            own['RAYON_NUM_THREADS'] = '1'
            own.update({name: value.format(root=self.folder) for name, value in command.environment.items()})
        return {**kept, **own}

    def prepare(self):
        os.makedirs(f'{self.folder}/home')
        os.makedirs(f'{self.folder}/bin')
        # Under one name, which the help shows.
        program = f'{self.folder}/bin/fossick'
        shutil.copy(self.program, program)
        self.program = program
        inputs.write(self.folder, REPOSITORY)
        printed = subprocess.run([program, '--version'], capture_output=True, check=True, env=self.environment()).stdout
        self.version = printed.split()[-1]

    def run(self, number, command):
        """Returns what the command gave: its exit status, what it printed, and the files that it wrote, each under a name."""
        own = f'{self.folder}/out/{number:04}'
        os.makedirs(own)
        folder = os.path.join(self.folder, command.folder)
        if command.copies:
            folder = shutil.copytree(folder, f'{own}/copy')
        arguments = [argument.replace('{out}', own) for argument in command.arguments]
        stdin = open(os.path.join(self.folder, command.stdin)) if command.stdin else subprocess.DEVNULL
        try:
            done = subprocess.run([self.program, *arguments], cwd=folder, stdin=stdin, capture_output=True, env=self.environment(command), timeout=PATIENCE, start_new_session=True)
            given = {'exit status': str(done.returncode).encode(), 'standard error': done.stderr, 'standard output': done.stdout}
        except subprocess.TimeoutExpired:
            given = {'exit status': f'no end within {PATIENCE} s'.encode()}
        for place, _, names in os.walk(own):
            for name in names:
                path = os.path.join(place, name)
                with open(path, 'rb') as file:
                    given[os.path.relpath(path, own)] = file.read()
        shutil.rmtree(own)
        return {name: self.normal(content) for name, content in given.items()}

    def normal(self, content):
        content = content.replace(self.folder.encode(), b'FOLDER')
        content = re.sub(rb'((?:fossick|"version":|"semanticVersion":|content=")[ -]?"?(?:fossick )?)' + re.escape(self.version), rb'\1VERSION', content)
        content = SECONDS.sub(rb'\1N', NONCE.sub(rb'\1 NONCE', content))
        return PRESENT.sub(lambda found: b'NOW' if is_present(found) else found[0], content)


def is_present(found):
    moment = datetime.datetime.fromisoformat(f'{found[1].decode()}T{found[2].decode()}+00:00').timestamp()
    return abs(time.time() - moment) < 1800


@dataclass
class Difference:
    command: commands.Command
    # Which of what the command gave: an exit status, an output, a file, frames.
    places: list
    # Lines with a sign in front.
    lines: list

    @property
    def kind(self):
        """What differences of one cause have in common."""
        lines = [re.sub(r'\d+', '0', line).strip() for line in self.lines[:4]]
        return tuple(lines)


def difference(command, before, after):
    places, lines = [], []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if old is None or new is None:
            places.append(name)
            lines.append(f'{"+" if old is None else "-"} the file {name}')
            continue
        old, new = (content.decode('utf-8', 'replace') for content in [old, new])
        if name.endswith('session.svg'):
            frames = screens.differences(old, new)
            numbers = ', '.join(f'{number} ({key})' if key else str(number) for number, key, *_ in frames[:6]) + (', …' if len(frames) > 6 else '')
            places.append(f'{len(frames)} frame{"s" if len(frames) != 1 else ""}: {numbers}' if frames else 'the time or order of frames')
            with_other_text = [(old_lines, new_lines) for *_, old_lines, new_lines in frames if old_lines != new_lines]
            lines += changed(*with_other_text[0]) if with_other_text else ['~ only colours or styles']
        else:
            places.append(name)
            lines += changed(old.splitlines(), new.splitlines())
    return Difference(command, places, lines)


def changed(old, new):
    """Returns the first lines that differ, cut to the part that differs."""
    start = next((number for number, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    old, new = old[start:start + 300], new[start:start + 300]
    lines = [line for line in difflib.ndiff(old, new) if line[0] in '-+'] if old or new else ['~ only the ends of lines']
    return [cut(line, lines) for line in lines]


def cut(line, lines):
    """Returns a long line from a little before the place where it differs from the one of the other side."""
    if len(line) <= SHOWN_CHARACTERS:
        return line.rstrip()
    other = next((other for other in lines if other[0] != line[0]), '')
    place = next((place for place, (a, b) in enumerate(zip(line[2:], other[2:])) if a != b), 0)
    start = max(0, place - 50)
    return line[:2] + ('…' if start else '') + line[2 + start:2 + start + SHOWN_CHARACTERS] + '…'


def compared(sides, run):
    """Runs the commands with both programs; returns the differences."""
    def both(numbered):
        number, command = numbered
        before, after = (side.run(number, command) for side in sides)
        return None if before == after else difference(command, before, after)

    with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
        return [found for found in pool.map(both, enumerate(run)) if found]


def label(sides):
    """Labels the demo with the first program, for both: labels that were given before must stay."""
    before, after = sides
    place = f'{before.folder}/labelling'
    for annotator, labels in commands.LABELS.items():
        for test, given in labels.items():
            arguments = ['label', 'demo.jsonl', f'CsvReader_ESTest::{test}', given, '--annotator', annotator]
            subprocess.run([before.program, *arguments], cwd=place, env=before.environment(), check=True, capture_output=True)
    shutil.copytree(place, f'{after.folder}/labelling', dirs_exist_ok=True)
    for side in sides:
        inputs.settle(f'{side.folder}/labelling')


def tell(run, differences, seconds, shows_all):
    print(f'{len(run):,} commands: {len(run) - len(differences):,} equal, {len(differences):,} differ ({seconds:.0f} s)')
    all_areas, areas = Counter(command.area for command in run), Counter(found.command.area for found in differences)
    for area, count in areas.most_common():
        print(f'  {area}: {count} of {all_areas[area]}')
    groups = {}
    for found in differences:
        groups.setdefault(found.kind, []).append(found)
    for group in sorted(groups.values(), key=len, reverse=True):
        first = group[0]
        print(f'\n{len(group)} command{"s" if len(group) > 1 else ""}; {"; ".join(first.places)}')
        names = [found.command.name for found in group]
        for name in names if shows_all else names[:SHOWN_NAMES]:
            print(f'  $ {name}')
        if len(names) > SHOWN_NAMES and not shows_all:
            print(f'  $ … {len(names) - SHOWN_NAMES} more')
        for line in first.lines if shows_all else first.lines[:SHOWN_LINES]:
            print(f'    {line}')
        if len(first.lines) > SHOWN_LINES and not shows_all:
            print(f'    … {len(first.lines) - SHOWN_LINES} more lines')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('programs', nargs='*', metavar='BEFORE AFTER')
    parser.add_argument('--quick', action='store_true', help='a fifth of the commands, no timings')
    parser.add_argument('--only', metavar='TEXT', help='the commands whose line contains this, no timings')
    parser.add_argument('--all', action='store_true', help='all lines of differences, and all commands')
    parser.add_argument('--list', action='store_true', help='print the commands')
    parser.add_argument('--no-timings', action='store_true', help='only outputs and frames')
    arguments = parser.parse_args()
    corpus = os.environ.get('FOSSICK_CORPUS')
    run = [command for command in commands.commands(corpus, arguments.quick) if not arguments.only or arguments.only in command.name]
    if arguments.list:
        print('\n'.join(command.name for command in run))
        return 0
    if len(arguments.programs) != 2:
        parser.error('two programs are needed: BEFORE AFTER')
    with tempfile.TemporaryDirectory(prefix='freeze-') as folder:
        folder = os.path.realpath(folder)
        sides = [Side(os.path.abspath(program), f'{folder}/{name}') for program, name in zip(arguments.programs, ['old', 'new'])]
        for side in sides:
            side.prepare()
            if corpus:
                os.symlink(os.path.realpath(corpus), f'{side.folder}/corpus')
        label(sides)
        start = time.time()
        differences = compared(sides, run)
        tell(run, differences, time.time() - start, arguments.all)
    is_equal = not differences
    if not (arguments.no_timings or arguments.quick or arguments.only):
        # In a process of its own: what this one has in memory would count as the programs'.
        print(flush=True)
        is_equal &= subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), 'timings.py'), *arguments.programs]).returncode == 0
    return 0 if is_equal else 1


if __name__ == '__main__':
    sys.exit(main())
