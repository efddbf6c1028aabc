import { expect, test } from 'vitest';
import type { FormField } from '../../../src/core/elicitation/elicitation.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { FEATURES, field, formAsked, openingPage, pageAsked, REGION } from '../fields.ts';
import { drawView } from '../live/draw-live.tsx';
import { Person, TURN } from '../update/person.ts';

const WIDE: Size = { columns: 80, rows: 24 };
const NARROW: Size = { columns: 20, rows: 10 };

function draw({ ui, context }: Person, size: Size): string {
  const { rows, cursor } = drawView({ ...context, ui, live: [], home: '' }, size);
  expect(cursor).toBeNull();
  return rows.join('\n');
}

const facing = (...events: SessionEvent[]) => new Person([TURN, ...events]).press('f12').wait(201);
const filling = (...fields: FormField[]) => facing(formAsked(fields));

const FIELDS = [
  field({ required: true, description: 'As it is called\non the dashboard.' }),
  field({ key: 'n', label: 'Replicas', type: 'integer', minimum: 1, maximum: 10 }),
  field({ key: 'on', label: 'Public', type: 'boolean', default: true }),
  { ...REGION, default: 'us' },
  { ...FEATURES, default: ['logs', 'traces'] },
];

test('a form shows who asks, what for, every field with what it holds, and the keys', () => {
  expect(draw(filling(...FIELDS).type('Ada'), WIDE)).toContain(
    [
      `── Information ${'─'.repeat(45)} asked by claude ──`,
      'Where should it go?',
      '› Name *    Ada▏',
      '    As it is called on the dashboard.',
      '  Replicas  a whole number, 1 to 10',
      '  Public    [x] yes',
      '  Region    United States',
      '  Features  logs, traces',
      'Enter for next field · Esc to cancel · Ctrl+X to decline',
    ].join('\n'),
  );
});

test('the options of a choice are below it while it takes the keys', () => {
  const person = filling(...FIELDS).press('tab', 'tab', 'tab');
  expect(draw(person, WIDE)).toContain(
    '› Region\n    1 Europe\n  › 2 United States\n    3 Asia\n  Features  logs, traces\n↑↓ to choose · Enter for next field',
  );
  expect(draw(person.press('tab', 'down').type(' '), WIDE)).toContain(
    '› Features\n    1 [x] logs\n  › 2 [x] metrics\n    3 [x] traces\n↑↓ to move · Space to toggle · Enter to send',
  );
});

test('a switch that nobody touched says what it takes', () => {
  expect(draw(filling(field({ type: 'boolean' })), WIDE)).toContain('› Name  yes or no\n');
  expect(draw(filling(field({ type: 'boolean' })).type(' '), WIDE)).toContain('› Name  [x] yes\n');
  expect(
    draw(
      filling(field({ type: 'boolean' }))
        .type(' ')
        .press('backspace'),
      WIDE,
    ),
  ).toContain('  yes or no\n');
});

test('a choice that was not made says so', () => {
  expect(draw(filling(field(), REGION), WIDE)).toContain('  Region  none chosen\n');
});

test('a label that is too long is cut where it rests, and whole above its value where it takes the keys', () => {
  const long = { label: 'The name that your project has', required: true };
  const person = filling(field(long), field({ key: 'b', label: 'Public', type: 'boolean', default: true }));
  expect(draw(person.type('Ada'), WIDE)).toContain(
    `› The name that your project has *\n${' '.repeat(28)}Ada▏\n  Public${' '.repeat(20)}[x] yes\n`,
  );
  expect(draw(person.press('tab'), WIDE)).toContain(
    `  The name that your pr… *  Ada\n› Public${' '.repeat(20)}[x] yes\n`,
  );
});

test('what is wrong stands below its field', () => {
  const drawn = draw(filling(...FIELDS).press('enter'), WIDE);
  expect(drawn).toContain('› Name *    ▏\n    ✗ is required\n    As it is called');
});

test('a single choice is as plain as a permission question', () => {
  const login = { ...REGION, required: true };
  expect(draw(filling(login), WIDE)).toContain(
    'Where should it go?\n  › 1 Europe\n    2 United States\n    3 Asia\n↑↓ to choose · Enter to send · Esc to cancel',
  );
});

test.each(['password', 'apiKey', 'GITHUB_TOKEN', 'client-secret'])(
  'a field called %s comes with a warning',
  (key) => {
    expect(draw(filling(field({ key, label: 'Well' })), WIDE)).toContain(
      '› Well  ▏\n    ! This looks like a secret: do not type one here.',
    );
  },
);

test('what is typed as a secret stays hidden, also when the keys are elsewhere', () => {
  const person = filling(field({ key: 'password', label: 'Well' }), field({ key: 'b', label: 'Other' }));
  person.type('hünter2').press('left');
  expect(draw(person, WIDE)).toContain('› Well   ******▏*\n');
  expect(draw(person.press('tab'), WIDE)).toContain('  Well   *******\n');
});

test.each(['monkey', 'maxTokens', 'opinion'])('a field called %s comes without one', (key) => {
  expect(draw(filling(field({ key })), WIDE)).not.toContain('secret');
});

test('a narrow terminal keeps the current field in sight, whichever it is', () => {
  const person = filling(...FIELDS);
  const marked = ['Name', 'Replicas', 'Public', '2 United Stat', '1 [x] logs'];
  for (const text of marked) {
    expect(draw(person, NARROW)).toContain(`› ${text}`);
    person.press('tab');
  }
  expect(draw(person.press('shift+tab'), NARROW)).toContain('› Features\n  › 1 [x] logs\n    2 [ ] metrics');
  const typed = filling(...FIELDS).type('x'.repeat(200));
  expect(draw(typed, NARROW)).toMatch(/› Name \* {2}x+\n.*x▏\n/s);
});

test('of a long message the end is left out before a field is', () => {
  const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const drawn = draw(facing(formAsked(FIELDS, 'e', message)), { columns: 80, rows: 16 });
  expect(drawn).toMatch(/line 0\n.*… \d+ more lines, Ctrl\+O to show all\n› Name/s);
  expect(drawn).toContain('Features  logs, traces');
});

test('a page shows its host as browsers read it, and the whole address with what cannot be seen in it', () => {
  const drawn = draw(facing(pageAsked('https://github.com@evil.example\u200b/a?b=c')), WIDE);
  expect(drawn).toContain(
    [
      `── A page to open ${'─'.repeat(42)} asked by claude ──`,
      'Please log in.',
      'at evil.example',
      '! The part before the @ is not where it leads.',
      'https://github.com@evil.example\\u{200b}/a?b=c',
      'o open in browser · Enter when done · Esc to cancel · Ctrl+X to decline',
    ].join('\n'),
  );
  expect(draw(facing(pageAsked('https://gіthub.com/')), WIDE)).toContain(
    'at xn--gthub-n2e.com\n! The name has letters of other scripts, which may look like those of another.\n',
  );
});

test.each([
  ['http://example.org/', true],
  ['http://localhost:8080/', false],
  ['http://127.0.0.1:8080/', false],
  ['https://example.org/', false],
])('%s is said to be unencrypted: %s', (url, isSaid) => {
  expect(draw(facing(pageAsked(url)), WIDE).includes('Nothing is encrypted')).toBe(isSaid);
});

test('a long message is scrolled in place, and the form stays', () => {
  const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const person = facing(formAsked(FIELDS, 'e', message)).press('pagedown');
  expect(draw(person, WIDE)).toMatch(
    /… 4 more lines above\nline 4\n[^]*more lines, Ctrl\+O to show all\n› Name/,
  );
  for (let page = 0; page < 20; page += 1) person.press('pagedown');
  expect(draw(person, WIDE)).toMatch(/line 39\n› Name/);
  for (let page = 0; page < 20; page += 1) person.press('pageup');
  expect(draw(person, WIDE)).toContain('line 0\n');
});

test('a long message does not push the page out of sight, and of a long address the host stays', () => {
  const message = 'Trust me. '.repeat(500);
  const drawn = draw(facing(pageAsked(`https://evil.example/${'x'.repeat(3000)}`, 'e', message)), {
    columns: 40,
    rows: 12,
  });
  expect(drawn).toMatch(/Trust me[^]*… \d+ more lines, Ctrl\+O to show all\nat evil\.example\nhttps:/);
  expect(drawn).toMatch(/x\n… \d+ more lines, Ctrl\+O to show all\no open in/);
});

test('several requests are counted, and the status says that they wait', () => {
  const drawn = draw(facing(formAsked([REGION], 'a'), formAsked([REGION], 'b')), WIDE);
  expect(drawn).toContain('1 of 2 · asked by claude');
  expect(drawn).toContain('waiting for your answer');
});

test('hostile words of a form change nothing but themselves', () => {
  const person = filling(
    field({ label: 'a\u001b[2Jb\u202ec\nd', description: 'e\u0007\rf', required: true }),
    { ...REGION, options: [{ value: 'x', label: '\u001b]0;t\u0007g' }] },
  );
  const drawn = draw(person.press('tab', 'enter'), WIDE);
  expect(drawn).toContain('abc d *');
  expect(drawn).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('a page that opens by agreeing says so', () => {
  const drawn = draw(facing(openingPage('https://example.org/')), WIDE);
  expect(drawn).toContain('Enter to open it in the browser · Esc to cancel · Ctrl+O to show all');
});
