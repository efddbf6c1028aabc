import { expect, test } from 'vitest';
import type { ConfigOption, SessionEvent } from '../../../../src/core/state/events.ts';
import { PanelDesk, SIZES } from '../../panels/panel-desk.ts';

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
  expect(new PanelDesk([OPTIONS]).open('model').screen()).toMatchInlineSnapshot(`
    "── Model of claude ─────────────────────────────────────── Sonnet · 3 models ──
    Claude
        Opus    for hard problems
    › ✔ Sonnet  for most of the day
    Gemini
        Flash
    Beside it
      Thinking  Low  How long it thinks before it speaks.
    type to filter · ↑↓ move · Enter chooses it · Esc closes"
  `);
});

test('Enter chooses a model, and leaves the panel when the agent has taken it', async () => {
  const desk = new PanelDesk([OPTIONS]).open('model').press('up', 'enter');
  expect(desk.person.effects).toMatchObject([{ type: 'act', closes: true }]);
  expect(await desk.settle()).toEqual(['The model is Opus.']);
  expect(desk.session.calls).toEqual([{ method: 'setConfigOption', id: 'model', value: 'opus' }]);
  expect(desk.screen()).toContain('✔ Opus');
});

test('what a model is filtered by stands out, and its group counts', () => {
  const desk = new PanelDesk([OPTIONS]).open('model').type('gemini');
  expect(desk.screen()).toContain('› ');
  expect(desk.screen()).toContain('Flash');
  expect(desk.screen()).not.toContain('Opus');
});

test('the thought level is beside the models, with a page of its own', async () => {
  const desk = new PanelDesk([OPTIONS]).open('model').type('think').press('enter');
  expect(desk.screen()).toMatch(/Thinking.*Low[^]*How long it thinks[^]*› ✔ Low/);
  desk.press('down', 'enter');
  expect(await desk.settle()).toEqual(['Thinking is High.']);
  expect(desk.screen()).toContain('Model of claude');
});

test('an agent without models says so', () => {
  expect(new PanelDesk().open('model').screen()).toContain('claude offers no choice of model.');
});

test('/config shows every option with its value', () => {
  expect(new PanelDesk([OPTIONS]).open('config').screen()).toMatchInlineSnapshot(`
    "── Options of claude ───────────────────────────────────────────── 3 options ──
    › Model               Sonnet
      Thinking            Low     How long it thinks before it speaks.
      Compacts by itself  [x] on
    type to filter · ↑↓ move · Enter looks into it · Esc closes"
  `);
});

test.each(['enter', 'space'])('%s switches what is only on or off', async (key) => {
  const desk = new PanelDesk([OPTIONS]).open('config').press('end');
  if (key === 'space') desk.type(' ');
  else desk.press(key);
  expect(await desk.settle()).toEqual(['Compacts by itself is [ ] off.']);
  expect(desk.screen()).toContain('[ ] off');
});

test('a blank is part of the filter once something has been typed', () => {
  const desk = new PanelDesk([OPTIONS]).open('config').type('compacts by');
  expect(desk.person.effects).toEqual([]);
  expect(desk.screen()).toContain('filter: compacts by');
});

test('an option opens on its values, and goes back when one was chosen', async () => {
  const desk = new PanelDesk([OPTIONS]).open('config', 'thought');
  expect(desk.screen()).toContain('› ✔ Low');
  desk.press('down', 'enter');
  await desk.settle();
  expect(desk.screen()).toMatch(/Options of claude[^]*Thinking +High/);
});

test('/server shows the backends, which of them answers and what is wrong with one', async () => {
  const desk = new PanelDesk().open('server');
  expect(desk.screen()).toContain('Just a moment…');
  expect(await desk.sees('codex')).toMatchInlineSnapshot(`
    "── Backends ───────────────────────────────────────────────────── 3 backends ──
    › ✔ claude  your acp.json                     claude-acp
        codex   codex-acp is not on this machine  codex-acp
        simse   built in                          simse agent
    type to filter · ↑↓ move · Enter looks into it · Esc closes"
  `);
});

test('Enter goes on with another backend; the one that answers is only looked at', async () => {
  const desk = new PanelDesk().open('server');
  await desk.sees('› ✔ claude');
  desk.press('down', 'enter');
  expect(await desk.settle()).toEqual(['codex goes on.']);
  await desk.sees('✔ codex');
});

test('a backend is not switched while a turn runs', async () => {
  const desk = new PanelDesk([{ type: 'turn_started', turnId: 't', prompt: [] }]).open('server');
  await desk.sees('codex');
  desk.press('down', 'enter');
  expect(await desk.settle()).toEqual(['failed: A turn runs.']);
});

test('a backend can be looked into before it is chosen', async () => {
  const desk = new PanelDesk().open('server');
  await desk.sees('codex');
  desk.press('down', 'right');
  expect(desk.screen()).toMatch(/codex-acp is not on this machine[^]*g|Enter/);
});

test.each(SIZES)('they fit a terminal of $columns by $rows', async (size) => {
  const desk = new PanelDesk([OPTIONS]);
  for (const name of ['model', 'config', 'server'] as const)
    expect(await desk.open(name).sees(/Model|Options|Backends/, size)).toContain('Esc closes');
});
