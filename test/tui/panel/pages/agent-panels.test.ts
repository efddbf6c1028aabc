import { expect, test } from 'vitest';
import type { ConfigOption, SessionEvent } from '../../../../src/core/state/events.ts';
import { PanelTester, SIZES } from '../panel-tester.ts';

const MODEL: ConfigOption = {
  id: 'model',
  name: 'Model',
  category: 'model',
  value: 'sonnet',
  choices: [
    { value: 'opus', name: 'Opus', description: 'for hard problems', group: 'Claude' },
    { value: 'sonnet', name: 'Sonnet', description: 'for most of the day', group: 'Claude' },
    { value: 'flash', name: 'Flash', group: 'Gemini' },
  ],
};
const THOUGHT: ConfigOption = {
  id: 'thought',
  name: 'Thinking',
  description: 'How long it thinks before it speaks.',
  category: 'thought_level',
  value: 'low',
  choices: [
    { value: 'low', name: 'Low' },
    { value: 'high', name: 'High' },
  ],
};
const COMPACTS: ConfigOption = {
  id: 'compact',
  name: 'Compacts by itself',
  value: true,
  choices: [],
};
const OPTIONS: SessionEvent = { type: 'config_options', options: [MODEL, THOUGHT, COMPACTS] };

test('/model shows the models in their groups with the mark on the one in use', () => {
  expect(new PanelTester([OPTIONS]).open('model').screen()).toMatchInlineSnapshot(`
    "── Model of claude ─────────────────────────────────────── Sonnet · 3 models ──
    Claude
        Opus    for hard problems
    › ✔ Sonnet  for most of the day
    Gemini
        Flash
    Beside it
      Thinking  Low  How long it thinks before it speaks.
    type to filter · ↑↓ to move · Enter to select · Esc to close"
  `);
});

test('Enter chooses a model, and leaves the panel when the agent has taken it', async () => {
  const tester = new PanelTester([OPTIONS]).open('model').press('up', 'enter');
  expect(tester.person.effects).toMatchObject([{ type: 'act', closes: true }]);
  expect(await tester.settle()).toEqual(['The model is Opus.']);
  expect(tester.session.calls).toEqual([{ method: 'setConfigOption', id: 'model', value: 'opus' }]);
  expect(tester.screen()).toContain('✔ Opus');
});

test('what a model is filtered by stands out, and its group counts', () => {
  const tester = new PanelTester([OPTIONS]).open('model').type('gemini');
  expect(tester.screen()).toContain('› ');
  expect(tester.screen()).toContain('Flash');
  expect(tester.screen()).not.toContain('Opus');
});

test('the thought level is beside the models, with a page of its own', async () => {
  const tester = new PanelTester([OPTIONS]).open('model').type('think').press('enter');
  expect(tester.screen()).toMatch(/Thinking.*Low[^]*How long it thinks[^]*› ✔ Low/);
  tester.press('down', 'enter');
  expect(await tester.settle()).toEqual(['Thinking is High.']);
  expect(tester.screen()).toContain('Model of claude');
});

test('an agent without models says so', () => {
  expect(new PanelTester().open('model').screen()).toContain('claude offers no choice of model.');
});

test('/config shows every option with its value', () => {
  expect(new PanelTester([OPTIONS]).open('config').screen()).toMatchInlineSnapshot(`
    "── Options of claude ───────────────────────────────────────────── 3 options ──
    › Model               Sonnet
      Thinking            Low     How long it thinks before it speaks.
      Compacts by itself  [x] on
    type to filter · ↑↓ to move · Enter to open · Esc to close"
  `);
});

test.each(['enter', 'space'])('%s switches what is only on or off', async (key) => {
  const tester = new PanelTester([OPTIONS]).open('config').press('end');
  if (key === 'space') tester.type(' ');
  else tester.press(key);
  expect(await tester.settle()).toEqual(['Compacts by itself is [ ] off.']);
  expect(tester.screen()).toContain('[ ] off');
});

test('a blank is part of the filter once something has been typed', () => {
  const tester = new PanelTester([OPTIONS]).open('config').type('compacts by');
  expect(tester.person.effects).toEqual([]);
  expect(tester.screen()).toContain('filter: compacts by');
});

test('an option opens on its values, and goes back when one was chosen', async () => {
  const tester = new PanelTester([OPTIONS]).open('config', 'thought');
  expect(tester.screen()).toContain('› ✔ Low');
  tester.press('down', 'enter');
  await tester.settle();
  expect(tester.screen()).toMatch(/Options of claude[^]*Thinking +High/);
});

test('/agent shows the agents, which of them answers and what is wrong with one', async () => {
  const tester = new PanelTester().open('agent');
  expect(tester.screen()).toContain('Loading…');
  expect(await tester.sees('codex')).toMatchInlineSnapshot(`
    "── Agents ───────────────────────────────────────────────────────── 3 agents ──
    › ✔ claude  your acp.json                     claude-acp
        codex   codex-acp is not on this machine  codex-acp
        simse   built in                          simse agent
    type to filter · ↑↓ to move · Enter to open · Esc to close"
  `);
});

test('Enter goes on with another backend; the one that answers is only looked at', async () => {
  const tester = new PanelTester().open('agent');
  await tester.sees('› ✔ claude');
  tester.press('down', 'enter');
  expect(await tester.settle()).toEqual(['Switched to codex; it has the conversation so far.']);
  await tester.sees('✔ codex');
});

test('a backend is not switched while a turn runs', async () => {
  const tester = new PanelTester([{ type: 'turn_started', turnId: 't', prompt: [] }]).open('agent');
  await tester.sees('codex');
  tester.press('down', 'enter');
  expect(await tester.settle()).toEqual(['failed: A turn is running.']);
});

test('a backend can be looked into before it is chosen', async () => {
  const tester = new PanelTester().open('agent');
  await tester.sees('codex');
  tester.press('down', 'right');
  expect(tester.screen()).toMatch(/codex-acp is not on this machine[^]*g|Enter/);
});

test.each(SIZES)('they fit a terminal of $columns by $rows', async (size) => {
  const tester = new PanelTester([OPTIONS]);
  for (const name of ['model', 'config', 'agent'] as const)
    expect(await tester.open(name).sees(/Model|Options|Agents/, size)).toContain('Esc to close');
});
