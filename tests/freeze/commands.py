"""The commands that are compared: `commands.txt` has their parts, `commands` multiplies inputs by what is done with each."""
import glob, os, shlex
from dataclasses import dataclass, field

SUBCOMMANDS = ['', 'check', 'convert', 'features', 'rank', 'show', 'evaluate', 'assess', 'report', 'judge', 'label', 'labels', 'labels export',
               'labels merge', 'labels agreement', 'snapshot', 'config', 'config show', 'config default', 'config path', 'keys', 'completions',
               'man', 'demo']
SIZES = ['60x15', '80x24', '200x60']
THEMES = ['light', 'high-contrast', 'colour-blind', 'catppuccin-mocha', 'catppuccin-latte', 'gruvbox-dark', 'gruvbox-light', 'nord',
          'solarized-dark', 'solarized-light']
SESSION_OPTIONS = ['--ranker pass-aware', '--ranker diversified', '--ranker input-order', '--top 3', '--keys-preset vim', '--keys-preset arrows',
                   '--definition teval-plus', '--labels labelling/demo.jsonl.labels.ada.jsonl']
# Sessions that are also played in other sizes.
RESIZED = ['walk', 'progress', 'groups', 'compare', 'help', 'to the end', 'actions']
CONFIGURATIONS = ['good', 'theme', 'key', 'syntax', 'name']
STANDARD_INPUTS = ['till.jsonl', 'table/run1.csv', 'shop/target/surefire-reports/TEST-a.PenTest.xml', 'wrong/notes.txt', 'wrong/empty.csv']
# What is written before labels are compared, with the first of the programs.
LABELS = {'ada': {'test140': 'tp', 'test000': 'fp', 'test330': 'fp', 'test380': 'unsure', 'test260': 'fp'},
          'ben': {'test140': 'fp', 'test000': 'fp', 'test330': 'tp', 'test260': 'fp'},
          'rules': {'test140': 'tp', 'test000': 'fp'}}
# Folders of the corpus whose entries are each an input.
CORPUS_FOLDERS = ['cases', 'formats/*', 'styles', 'junit-xml', 'llm-samples', 'run-folder', 'javascript/purse-ts/reports',
                  'javascript/till-js/reports', 'python/purse', 'python/toolz', 'python/simplejson', 'python/oddities']
PAGES_AND_SCRIPTS = ('README', 'expected', 'EXPECTED'), ('.py', '.sh')


@dataclass
class Command:
    # Under which it is counted.
    area: str
    # `{out}` is a folder of the command's own, `{root}` that of all inputs.
    arguments: list
    # Below the folder of all inputs.
    folder: str = '.'
    stdin: str = ''
    # Runs in a copy of the folder; the files that it adds or changes are compared.
    copies: bool = False
    environment: dict = field(default_factory=dict)

    @property
    def name(self):
        place = f'cd {self.folder} && ' if self.folder != '.' else ''
        settings = ''.join(f'{name}={value} ' for name, value in self.environment.items())
        return place + settings + shlex.join(['fossick', *self.arguments]) + (f' < {self.stdin}' if self.stdin else '')


def parts():
    """Returns the lines of each part of `commands.txt`."""
    found, lines = {}, []
    with open(os.path.join(os.path.dirname(__file__), 'commands.txt'), encoding='utf-8') as file:
        for line in file.read().splitlines():
            if line.startswith('['):
                lines = found[line[1:-1]] = []
            elif line and not line.startswith('#'):
                lines.append(line)
    return found


def words(text, inputs=''):
    return [] if text == '.' else shlex.split(text.replace('{in}', inputs))


def session(inputs, keys, *options, folder='.'):
    """Returns a command that draws a frame after each key."""
    named = shlex.split(inputs)
    return Command('screens', ['snapshot', *named, '--keys', keys, *options, '--animate', '-o', '{out}/session.svg'], folder)


def commands(corpus, is_quick):
    """Returns all commands, with those on the corpus if there is one; with `is_quick` a fifth of each part."""
    part = parts()
    inputs, session_inputs = ([tuple(line.split(': ', 1)) for line in part[name]] for name in ['inputs', 'session inputs'])
    sessions = dict(line.split(': ', 1) for line in part['sessions'])
    short = sessions.pop('short')
    made = [Command('help', [*words(subcommand), option]) for subcommand in SUBCOMMANDS for option in ['--help', '-h']]
    made += [Command('help', ['help', *words(subcommand)]) for subcommand in SUBCOMMANDS]
    made += [Command(line.split()[0], words(line, named), folder) for folder, named in inputs for line in part['each input']]
    for heading in part:
        if heading.startswith('single'):
            start = heading.partition(': ')[2]
            made += [Command(start.split()[0] if start else 'others', [*words(start), *words(line)]) for line in part[heading]]
    made += [Command('wrong input', words(line, named)) for named in part['wrong inputs'] for line in part['each wrong input']]
    made += [Command('standard input', [*words(line), '-'], stdin=stdin) for line in ['check', 'rank --format csv', 'convert'] for stdin in STANDARD_INPUTS]
    made += [Command('configuration', words(line), environment={'XDG_CONFIG_HOME': f'{{root}}/config/{name}'})
             for name in CONFIGURATIONS for line in ['config show', 'keys', 'demo']]
    made += [Command('changes', words(line), 'changed') for line in part['changes']]
    made += [Command('labels', words(line), 'labelling', copies=True) for line in part['labels']]
    made += [session(named, keys, folder=folder) for folder, named in session_inputs for keys in sessions.values()]
    made += [session(named, short, folder=folder) for folder, named in inputs if (folder, named) not in session_inputs]
    made += [session('demo.jsonl', sessions[name], '--size', size) for size in SIZES for name in RESIZED]
    made += [session('demo.jsonl', short, '--theme', theme) for theme in THEMES]
    made += [session('demo.jsonl', short, *words(options)) for options in SESSION_OPTIONS]
    made += [session('.', short, '--changes', folder='changed')]
    if corpus:
        made += of_corpus(corpus, part)
    return made[::5] if is_quick else made


def of_corpus(corpus, part):
    made = [Command('corpus', words(line)) for line in part['corpus']]
    starts, ends = PAGES_AND_SCRIPTS
    for below in CORPUS_FOLDERS:
        for entry in sorted(glob.glob(os.path.join(corpus, below, '*'))):
            name = os.path.basename(entry)
            if name.startswith(starts) or name.endswith(ends):
                continue
            path = shlex.quote('corpus/' + os.path.relpath(entry, corpus))
            made += [Command(f'corpus: {below}', words(line, path)) for line in part['each of the corpus']]
            if below == 'cases':
                made += [Command(f'corpus: {below}', words(line, path)) for line in part['each case']]
                made.append(session(path, part['case session'][0]))
    return made
