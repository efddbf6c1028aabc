import { expect, test } from 'vitest';
import { SimseError } from '../../../src/core/errors.ts';
import {
  couldMatchPattern,
  escapePattern,
  matchesPattern,
  parseRule,
} from '../../../src/core/gate/permission-rule.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { shown } from '../gate-requests.ts';

test.each([
  { text: 'shell', tool: 'shell', argument: null },
  { text: 'shell(git status*)', tool: 'shell', argument: 'git status*' },
  { text: '  shell(ls)  ', tool: 'shell', argument: 'ls' },
  { text: 'shell( ls )', tool: 'shell', argument: 'ls' },
  { text: 'shell(ls\\ )', tool: 'shell', argument: 'ls\\ ' },
  { text: 'shell(echo (a) (b))', tool: 'shell', argument: 'echo (a) (b)' },
  { text: 'shell(a\nb)', tool: 'shell', argument: 'a\nb' },
  { text: 'shell(~/bin/x *)', tool: 'shell', argument: '~/bin/x *' },
  { text: 'filesystem/*', tool: 'filesystem/*', argument: null },
  { text: 'filesystem/read(~/x)', tool: 'filesystem/read', argument: '~/x' },
  { text: '*', tool: '*', argument: null },
  { text: 'Bash(rm:*)', tool: 'shell', argument: 'rm *' },
  { text: 'shell(rm:*)', tool: 'shell', argument: 'rm:*' },
  { text: 'bash', tool: 'shell', argument: null },
  { text: 'Read(.env)', tool: 'read_file', argument: '.env' },
  { text: 'MultiEdit(src/**)', tool: 'write_file', argument: 'src/**' },
  { text: 'WebFetch', tool: 'WebFetch', argument: null },
  { text: 'constructor', tool: 'constructor', argument: null },
  { text: '__proto__(x)', tool: '__proto__', argument: 'x' },
  { text: 'read_file(!(a|b)/**)', tool: 'read_file', argument: '!(a|b)/**' },
])('$text is a rule', ({ text, tool, argument }) => {
  expect(parseRule(text)).toEqual({ text: text.trim(), tool, argument });
});

test.each(
  [
    '',
    ' ',
    '(',
    '()',
    'shell(',
    'shell)',
    'shell()',
    'shell( )',
    'git status',
    'shell (ls)',
    '(ls)',
    'shell(ls) x',
  ].map((text) => ({ text })),
)('"$text" is refused with the forms that exist', ({ text }) => {
  expect(() => parseRule(text)).toThrow(SimseError);
  expect(() => parseRule(text)).toThrow('is not a permission rule');
});

test.each(['read_file(~/.ssh/**)', 'Edit(~/x)', 'write_file(!src/**)', '*(~/x)'])(
  'the rule %s, which would never match, is refused',
  (text) => {
    expect(() => parseRule(text)).toThrow('would never match');
  },
);

test.each([
  { pattern: 'git status', text: 'git status', fits: true },
  { pattern: 'git status', text: 'git status ', fits: false },
  { pattern: 'git status*', text: 'git status --short', fits: true },
  { pattern: 'git status *', text: 'git status', fits: true },
  { pattern: 'git status *', text: 'git statuses', fits: false },
  { pattern: 'git status *', text: 'git status -s', fits: true },
  { pattern: ' *', text: '', fits: false },
  { pattern: '*', text: '', fits: true },
  { pattern: '**', text: 'a\nb', fits: true },
  { pattern: 'a*b*c', text: 'a1b2c', fits: true },
  { pattern: 'a*b*c', text: 'abc', fits: true },
  { pattern: 'a*bc*c', text: 'abc', fits: false },
  { pattern: 'a*a', text: 'a', fits: false },
  { pattern: 'ab*ba', text: 'aba', fits: false },
  { pattern: '*a*', text: 'bab', fits: true },
  { pattern: '*ab', text: 'aab', fits: true },
  { pattern: 'a\\*', text: 'a*', fits: true },
  { pattern: 'a\\*', text: 'ab', fits: false },
  { pattern: 'a\\\\*', text: 'a\\b', fits: true },
  { pattern: 'a\\', text: 'a\\', fits: true },
  { pattern: 'a.c', text: 'abc', fits: false },
  { pattern: 'a?c', text: 'abc', fits: false },
  { pattern: '[ab](c|d)+$^', text: '[ab](c|d)+$^', fits: true },
  { pattern: 'é*', text: 'é!', fits: true },
  { pattern: '*👨‍👩‍👧*', text: 'a 👨‍👩‍👧 b', fits: true },
  { pattern: 'GIT*', text: 'git', fits: false },
  { pattern: 'rm *', text: 'гm x', fits: false },
])('$pattern fits "$text": $fits', ({ pattern, text, fits }) => {
  expect(matchesPattern(pattern, text)).toBe(fits);
});

test.each(['*a*a*a*a*b', '*a*a*a*a*a*a*a*a*a*a*a*a *', 'a*aa*aaa*aaaa*b', '*'.repeat(10_000)])(
  'the pattern %s is held against 1 MB at once',
  (pattern) => {
    const cpuMs = watchCpu();
    matchesPattern(pattern, 'a'.repeat(1_000_000));
    expect(cpuMs()).toBeLessThan(1000);
  },
);

test.each(
  ['a*b?c\\d', '*', '\\', '\\*', 'a *', ' *', '[a]{b}(c)', 'ls "*.ts" \\\\', 'a\nb'].map((text) => ({
    text,
    title: shown(text),
  })),
)('$title, quoted, fits itself and nothing longer', ({ text }) => {
  expect(matchesPattern(escapePattern(text), text)).toBe(true);
  expect(matchesPattern(escapePattern(text), `${text}x`)).toBe(false);
  expect(matchesPattern(escapePattern(text), text.slice(0, -1))).toBe(false);
});

test.each([
  { pattern: 'git push*', stem: 'git ', could: true },
  { pattern: 'git push*', stem: 'git push ', could: true },
  { pattern: 'git push*', stem: '', could: true },
  { pattern: 'git push*', stem: 'git status ', could: false },
  { pattern: 'rm *', stem: 'echo ', could: false },
  { pattern: '*secret*', stem: 'echo ', could: true },
])('what begins with "$stem" could fit $pattern: $could', ({ pattern, stem, could }) => {
  expect(couldMatchPattern(pattern, stem)).toBe(could);
});
