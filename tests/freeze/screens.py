"""Reads the frames of an animated SVG back as text, to show how two of them differ."""
import html, re

CELL_WIDTH, CELL_HEIGHT, PADDING = 8.4, 18.0, 12.0
ELEMENT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"([^>]*)>([^<]*)</text>|<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"([^>]*)/>')
SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
KEY = re.compile(r'id="k(\d+)">.*?<text [^>]*>([^<]*)</text>')


class Screen:
    def __init__(self, width, height):
        self.symbols = [[' '] * width for _ in range(height)]
        self.styles = [[''] * width for _ in range(height)]

    def draw(self, svg):
        for text_x, text_y, length, text_style, text, x, y, width, height, style in ELEMENT.findall(svg):
            if text_x:
                column, row, cells = place(text_x, PADDING, CELL_WIDTH), place(float(text_y) - 13.5, PADDING, CELL_HEIGHT), round(float(length) / CELL_WIDTH)
                text = html.unescape(text)
                # A wide character, or a letter with its marks, is one element.
                symbols = list(text) if len(text) == cells else [text] + [''] * (cells - 1)
                for offset, symbol in enumerate(symbols):
                    self.set(row, column + offset, symbol, text_style)
                continue
            row, is_cell = place(y, PADDING, CELL_HEIGHT, down=True), float(height) >= CELL_HEIGHT
            first, last = place(x, PADDING, CELL_WIDTH, down=True), place(float(x) + float(width) - 0.6, PADDING, CELL_WIDTH, down=True)
            if is_cell and float(width) < 1.5:
                continue
            symbol = ' ' if is_cell else '─' if float(height) <= 2 else '│' if float(width) <= 2 else '▪'
            for column in range(first, last + 1):
                self.set(row, column, symbol, style)

    def set(self, row, column, symbol, style):
        if 0 <= row < len(self.symbols) and 0 <= column < len(self.symbols[row]):
            self.symbols[row][column], self.styles[row][column] = symbol, style

    def lines(self):
        return [''.join(row).rstrip() for row in self.symbols]


def place(position, padding, cell, down=False):
    cells = (float(position) - padding) / cell
    return int(cells + 0.01) if down else round(cells)


def frames(svg):
    """Returns for each frame the key before it, the lines of its text, and their styles."""
    width, height = map(int, SIZE.search(svg).groups())
    keys = {int(number): html.unescape(key) for number, key in KEY.findall(svg)}
    screen = Screen(round((width - 2 * PADDING) / CELL_WIDTH), round((height - 2 * PADDING) / CELL_HEIGHT))
    first, *later = re.split(r'<g class="f" id="f\d+">', svg)
    screen.draw(first.partition('</style>')[2].partition('\n')[2].partition('\n')[2])
    found = [('', screen.lines(), [list(row) for row in screen.styles])]
    for number, group in enumerate(later):
        screen.draw(group.partition('</g>')[0])
        found.append((keys.get(number, ''), screen.lines(), [list(row) for row in screen.styles]))
    return found


def differences(before, after):
    """Returns for each frame that differs its number, its key, and the lines of both texts (equal if only colours differ)."""
    if not (SIZE.search(before) and SIZE.search(after)):
        return [(0, '', before.splitlines(), after.splitlines())]
    pairs = list(zip(frames(before), frames(after)))
    return [(number, old[0], old[1], new[1]) for number, (old, new) in enumerate(pairs) if old[1:] != new[1:]]
