import { expect, test } from 'vitest';
import { terminalLooks } from '../../src/platform/terminal.ts';

const XTERM = { TERM: 'xterm-256color' };

test.each([
  ['a terminal of 256 colours', XTERM, 8],
  ['one that tells of all colours', { ...XTERM, COLORTERM: 'truecolor' }, 24],
  ['in other words', { TERM: 'xterm', COLORTERM: '24bit' }, 24],
  ['a plain one', { TERM: 'xterm' }, 4],
  ['the console of Linux', { TERM: 'linux' }, 4],
  ['kitty', { TERM: 'xterm-kitty' }, 24],
  ['iTerm', { ...XTERM, TERM_PROGRAM: 'iTerm.app' }, 24],
  ['Terminal of macOS', { ...XTERM, TERM_PROGRAM: 'Apple_Terminal' }, 8],
  ['tmux, whatever it was started in', { TERM: 'screen', TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/t,1,0' }, 4],
  ['tmux with 256 colours', { TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/t,1,0' }, 8],
  ['tmux that passes all colours', { TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/tmp/t' }, 24],
  ['a dumb one', { TERM: 'dumb', COLORTERM: 'truecolor' }, 1],
  ['none that is named', {}, 4],
  ['NO_COLOR', { ...XTERM, NO_COLOR: '1' }, 1],
  ['NO_COLOR that is empty', { ...XTERM, NO_COLOR: '' }, 8],
  ['NO_COLOR against FORCE_COLOR', { ...XTERM, NO_COLOR: '1', FORCE_COLOR: '3' }, 1],
  ['FORCE_COLOR=0', { ...XTERM, FORCE_COLOR: '0' }, 1],
  ['FORCE_COLOR=false', { ...XTERM, FORCE_COLOR: 'false' }, 1],
  ['FORCE_COLOR=1, which takes nothing away', { ...XTERM, FORCE_COLOR: '1' }, 8],
  ['FORCE_COLOR=1 where there would be none', { TERM: 'dumb', FORCE_COLOR: '1' }, 4],
  ['FORCE_COLOR=2', { TERM: 'xterm', FORCE_COLOR: '2' }, 8],
  ['FORCE_COLOR=3', { TERM: 'xterm', FORCE_COLOR: '3' }, 24],
  ['FORCE_COLOR without a number', { TERM: 'xterm', FORCE_COLOR: '' }, 4],
  ['CI, which has no say', { ...XTERM, CI: 'true' }, 8],
] as const)('%s: colours of %j bits', (_name, env, colors) => {
  expect(terminalLooks(env, 'linux', true).colors).toBe(colors);
});

test('--no-color beats all of the environment', () => {
  const env = { COLORTERM: 'truecolor', FORCE_COLOR: '3' };
  expect(terminalLooks(env, 'linux', false).colors).toBe(1);
});

test('a console of Windows shows all colours', () => {
  expect(terminalLooks({}, 'win32', true).colors).toBe(24);
});

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;15', 'light'],
  ['12;8', 'dark'],
  ['0;7', 'light'],
  ['default;default', null],
  ['0;99', null],
  ['', null],
])('COLORFGBG=%s: the background is %s', (value, background) => {
  expect(terminalLooks({ COLORFGBG: value }, 'linux', true).background).toBe(background);
});

test.each([
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ VTE_VERSION: '7200' }, true],
  [{ VTE_VERSION: '4602' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/t' }, false],
  [XTERM, false],
] as const)('%j shows links: %j', (env, links) => {
  expect(terminalLooks(env, 'linux', true).links).toBe(links);
});

test.each([
  ['no locale at all', {}, 'linux', false],
  ['one of UTF-8', { LANG: 'de_DE.UTF-8' }, 'linux', false],
  ['one of utf8', { LANG: 'C', LC_CTYPE: 'en_US.utf8' }, 'darwin', false],
  ['the plain one', { LANG: 'C' }, 'linux', true],
  ['one for everything that is plain', { LANG: 'C.UTF-8', LC_ALL: 'POSIX' }, 'linux', true],
  ['one of another encoding', { LANG: 'de_DE.ISO-8859-1' }, 'linux', true],
  ['one that is empty before another', { LC_ALL: '', LANG: 'C' }, 'linux', true],
  ['the plain one on Windows, which has no say', { LANG: 'C' }, 'win32', false],
] as const)('with %s what is shown: %j on %s, only ASCII: %j', (_name, env, platform, ascii) => {
  expect(terminalLooks(env, platform, true).ascii).toBe(ascii);
});
