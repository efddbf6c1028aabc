import xterm from '@xterm/headless';
import { expect, test } from 'vitest';
import { createPaint } from '../../../src/tui/draw/paint.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { terminalRows } from '../../../src/tui/transcript/terminal-rows.ts';
import { createRandom } from '../../helpers/random.ts';
import { SIXTEEN_COLORS } from '../themes.ts';

const OPTIONS = { styles: [], maxChars: 200 } as const;
const paint = createPaint(SIXTEEN_COLORS);
const rows = (output: string) => terminalRows(output, OPTIONS);
const texts = (output: string) => rows(output).map(rowText);
const painted = (output: string) => rows(output).map(paint);

test.each([
  [
    'the 16 colours',
    '\u001b[32mok\u001b[39m \u001b[91mbad',
    ['\u001b[32mok\u001b[0m \u001b[91mbad\u001b[0m'],
  ],
  ['256 colours', '\u001b[38;5;208mx', ['\u001b[38;5;208mx\u001b[0m']],
  ['true colour', '\u001b[48;2;1;2;3mx', ['\u001b[48;2;1;2;3mx\u001b[0m']],
  ['true colour with colons', '\u001b[38:2::1:2:3mx', ['\u001b[38;2;1;2;3mx\u001b[0m']],
  ['attributes', '\u001b[1;4mx\u001b[22my\u001b[mz', ['\u001b[1;4mx\u001b[0m\u001b[4my\u001b[0mz']],
  ['an underline that curls', '\u001b[4:3mx\u001b[4:0my', ['\u001b[4mx\u001b[0my']],
  [
    'a colour over several rows',
    '\u001b[31ma\nb\u001b[0m\nc',
    ['\u001b[31ma\u001b[0m', '\u001b[31mb\u001b[0m', 'c'],
  ],
  ['colours that do not exist', '\u001b[38;5;999mx\u001b[38;9my\u001b[255mz', ['xyz']],
  ['blinking and hiding', '\u001b[5;8mx', ['x']],
])('%s', (_name, output, drawn) => {
  expect(painted(output)).toEqual(drawn);
});

test.each([
  ['a progress bar is its last state', '10%\r50%\r100%\r\ndone', ['100%', 'done']],
  ['one that clears its row', '10%\r\u001b[K100%', ['100%']],
  ['one that goes on', '1\r2', ['2']],
  ['a spinner goes back', 'wait |\b/\b-', ['wait -']],
  ['a title and a link', '\u001b]0;evil\u0007a \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', ['a link']],
  ['a title without an end', 'a\u001b]0;title\nb', ['a', 'b']],
  ['movement and clearing', 'a\u001b[2J\u001b[5;5H\u001b[3Ab\u001bcc', ['abc']],
  ['a colour cut in two by the end', 'a\u001b[3', ['a']],
  ['a long row', 'x'.repeat(300), [`${'x'.repeat(200)}…`]],
])('%s', (_name, output, drawn) => {
  expect(texts(output)).toEqual(drawn);
});

const PIECES = [
  'text| |漢字|👩‍👩‍👧|e\u0301|\u202eabc|\n|\r|\r\n|\t|\b\b\b|\u0007|\u0000|\u0085|\u2028|\u000e|\u000f|38;5;|;1m|m',
  '\u001b|\u001b[|\u001b[31|\u001b[31m|\u001b[48;5;9m|\u001b[7m|\u001b[8m|\u001b[2J|\u001b[3J|\u001b[H|\u001b[1;1H',
  '\u001b[99A|\u001b[99T|\u001b[?1049h|\u001b[?25l|\u001b[?2026h|\u001b[?2004h|\u001b[6n|\u001b[c|\u001b[1;5r|\u001b[4h',
  '\u001bc|\u001b7|\u001b8|\u001b#8|\u001b(0|\u001b\\|\u001b]0;title\u0007|\u001b]52;c;aGk=\u0007|\u001b]8;;http://x\u001b\\',
  '\u001bPq|\u001b_x|\u001b^y|\u001bX|\u009b31m|\u009d0;t\u009c|\u0090|\u009c|\u001b[>1u',
].flatMap((pieces) => pieces.split('|'));

async function look(text: string) {
  const terminal = new xterm.Terminal({
    cols: 40,
    rows: 12,
    scrollback: 2000,
    convertEol: true,
    allowProposedApi: true,
  });
  const events: string[] = [];
  terminal.onTitleChange((title) => events.push(`title ${title}`));
  terminal.onBell(() => events.push('bell'));
  terminal.onData((data) => events.push(`answer ${JSON.stringify(data)}`));
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: buffer.baseY + buffer.cursorY + 1 }, (_, index) =>
    buffer.getLine(index),
  );
  const last = lines.at(-1);
  return {
    events,
    type: buffer.type,
    modes: terminal.modes,
    first: lines[0]?.translateToString(true),
    last: last?.translateToString(true),
    isPlain: last?.getCell(0)?.isAttributeDefault(),
    column: buffer.cursorX,
    rows: lines.filter((line) => line?.isWrapped !== true).length,
  };
}

test('whatever a program writes, the screen outside its rows is as without it', async () => {
  const { below, pick } = createRandom(42);
  for (let round = 0; round < 150; round += 1) {
    const output = Array.from({ length: 1 + below(40) }, () => pick(PIECES)).join('');
    const drawn = painted(output);
    const screen = await look(`before\n${drawn.join('\n')}\nafter`);
    const plain = await look(`before\n${drawn.map(() => 'x').join('\n')}\nafter`);
    expect(screen, JSON.stringify(output)).toEqual(plain);
  }
});
