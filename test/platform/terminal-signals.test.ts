import { expect, test } from 'vitest';
import { terminalSignals } from '../../src/platform/terminal.ts';

test.each([
  ['an unknown terminal', { TERM: 'xterm-256color' }, true, false, 'bell'],
  ['iTerm, where OSC 9;4 would be a message', { TERM_PROGRAM: 'iTerm.app' }, true, false, 'osc9'],
  ['WezTerm', { TERM_PROGRAM: 'WezTerm' }, true, true, 'osc9'],
  ['Ghostty', { TERM_PROGRAM: 'ghostty', TERM: 'xterm-ghostty' }, true, true, 'osc9'],
  ['Windows Terminal', { WT_SESSION: 'x' }, true, true, 'bell'],
  ['kitty', { TERM: 'xterm-kitty' }, true, false, 'osc99'],
  ['foot', { TERM: 'foot' }, true, false, 'osc777'],
  ['tmux in Ghostty', { TMUX: 'x', TERM_PROGRAM: 'ghostty' }, true, false, 'bell'],
  ['the Linux console', { TERM: 'linux' }, false, false, 'bell'],
] as const)('%s is told what it understands', (_name, env, title, progress, notification) => {
  expect(terminalSignals(env)).toEqual({ title, progress, notification });
});
