import { expect, test } from 'vitest';
import type { ModeLike, PermissionMode } from '../../../src/core/gate/permission-mode.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { widthOf } from '../../../src/tui/draw/graphemes.ts';
import type { Style } from '../../../src/tui/draw/theme.ts';
import { StatusLine } from '../../../src/tui/repl/status-line.tsx';
import { createUiState } from '../../../src/tui/repl/ui-state.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { drawComponent, drawStyled } from '../live/draw-component.tsx';
import { hasServer } from '../servers.ts';

function draw(events: SessionEvent[], columns = 100, elapsedMs = 0): string {
  const session = new FakeSession();
  session.emit(...events);
  const now = Date.now() + elapsedMs;
  const view = { session: session.getState(), ui: createUiState([]), now, home: '/home/me' };
  return drawComponent(<StatusLine {...view} />, columns).join('\n');
}

/** As the row of a running turn has it. */
function withClock(text: string, clock: string, columns = 100): string {
  return text.padEnd(columns - clock.length) + clock;
}

const TURN: SessionEvent = { type: 'turn_started', turnId: 't', prompt: [] };
const USAGE: SessionEvent = {
  type: 'usage',
  usage: { used: 36_000, size: 200_000, cost: { amount: 0.123, currency: 'USD' } },
};
const MODEL: SessionEvent = {
  type: 'config_options',
  options: [
    {
      id: 'm',
      name: 'Model',
      category: 'model',
      value: 'opus',
      choices: [{ value: 'opus', name: 'Opus 5' }],
    },
  ],
};
const DOWN = hasServer({ name: 'fs', state: 'failed' });
const TROUBLE = [DOWN, hasServer({ name: 'linear', state: 'needs_auth' }), hasServer({ name: 'git' })];

test.each([
  ['before the backend answers', READY.slice(0, 2), '» default · starting claude… · ~/shop · ? for keys'],
  ['ready', READY, '» default · claude · ~/shop · ? for keys'],
  [
    'with a model, context and cost',
    [...READY, MODEL, USAGE],
    '» default · claude · Opus 5 · 18% of 200k · $0.12 · ? for keys',
  ],
  ['with an MCP server down', [...READY, DOWN], '» default · claude · ~/shop · MCP fs failed · ? for keys'],
  [
    'with several',
    [...READY, ...TROUBLE],
    '» default · claude · ~/shop · MCP: 1 needs login, 1 failed · ? for keys',
  ],
  ['a running turn', [...READY, TURN], withClock('» default · claude · ~/shop · Esc to interrupt', '0s')],
  [
    'a turn that waits for a server',
    [...READY, hasServer({ name: 'slow', state: 'starting' }), TURN],
    withClock('» default · claude · ~/shop · MCP slow starting · Esc to interrupt', '0s'),
  ],
  [
    'a server that starts while nobody waits',
    [...READY, hasServer({ name: 'slow', state: 'starting' })],
    '» default · claude · ~/shop · ? for keys',
  ],
  [
    'an interrupted one',
    [...READY, TURN, { type: 'turn_cancelling', turnId: 't' }],
    withClock('» default · claude · ~/shop · interrupting…', '0s'),
  ],
  [
    'a backend that has gone',
    [...READY, { type: 'backend_exited', backend: 'claude', reason: 'exit 1', stderr: '' }],
    '» default · claude has ended · ~/shop · ? for keys',
  ],
] satisfies [string, SessionEvent[], string][])('%s', (_name, events, drawn) => {
  expect(draw(events)).toBe(drawn);
});

const agentsMode = (like: ModeLike): SessionEvent => {
  const choices = [{ value: 'x', name: 'X' }];
  return {
    type: 'config_options',
    options: [{ id: 'mode', name: 'Mode', category: 'mode', value: 'x', choices, like }],
  };
};
const simses = (mode: PermissionMode): SessionEvent => ({ type: 'mode_changed', mode });

test.each<[string, SessionEvent[], string, Style]>([
  ['the agent edits by itself', [agentsMode('acceptEdits')], '»» acceptEdits', 'accent'],
  ['the agent asks for nothing', [agentsMode('bypassPermissions')], '»» bypassPermissions', 'bad'],
  ['the agent decides what it asks', [agentsMode('auto')], '»» auto', 'warning'],
  ['the agent plans', [agentsMode('plan')], '‖ plan', 'accent'],
  ['simse asks for nothing', [simses('bypassPermissions')], '»» bypassPermissions', 'bad'],
  [
    'simse plans and the agent edits by itself',
    [simses('plan'), agentsMode('acceptEdits')],
    '»» acceptEdits',
    'accent',
  ],
])('the mode that is shown is the one in force: %s', (_case, events, text, style) => {
  const session = new FakeSession();
  session.emit(...READY, ...events);
  const view = { session: session.getState(), ui: createUiState([]), now: Date.now(), home: '/home/me' };
  const [first] = drawStyled(<StatusLine {...view} />, 100)[0] ?? [];
  expect(first).toEqual({ text, styles: [style] });
});

test('a model called "Default" does not stand there as if it were a mode', () => {
  const choices = [{ value: 'd', name: 'Default (recommended)' }];
  const model = { id: 'm', name: 'Model', category: 'model', value: 'd', choices };
  expect(draw([...READY, { type: 'config_options', options: [model] }])).toContain(
    '» default · claude · default model · ',
  );
});

test('the clock counts at the end of the row, and nothing before it moves', () => {
  const early = draw([...READY, TURN], 80, 9000);
  const late = draw([...READY, TURN], 80, 125_000);
  expect(early).toMatch(/^» default .* {2}9s$/);
  expect(late).toMatch(/^» default .* {2}2m 05s$/);
  expect(early.slice(0, 70)).toBe(late.slice(0, 70));
});

test('an agent that does not stop is named, with what ends it', () => {
  const events: SessionEvent[] = [...READY, TURN, { type: 'turn_cancelling', turnId: 't' }];
  expect(draw(events, 100, 1900)).toContain('interrupting…');
  expect(draw(events, 100, 2100)).toContain('claude is not stopping · Ctrl+C to end it');
});

test('a narrow terminal loses the least important parts, never the mode', () => {
  const events = [...READY, MODEL, USAGE, DOWN, TURN];
  for (let columns = 100; columns > 14; columns -= 1) {
    const drawn = draw(events, columns);
    expect(widthOf(drawn)).toBeLessThanOrEqual(columns);
    expect(drawn).toContain('default');
  }
  expect(draw(events, 20)).toBe(withClock('» default', '0s', 20));
});
