import { expect, test } from 'vitest';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { type Mock, mockBackend } from './start-mock.ts';

const CONFIG_OPTIONS = [
  {
    id: 'm',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'a/small',
    options: [
      { group: 'A', name: 'Maker A', options: [{ value: 'a/small', name: 'Small' }] },
      { group: 'B', name: 'Maker B', options: [{ value: 'b/big', name: 'Big', description: 'bigger' }] },
    ],
  },
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: 'build',
    options: [
      { value: 'build', name: 'Build' },
      { value: 'https://example.org/modes#plan', name: 'Plan', description: 'Read-only' },
      { value: 'auto_edit', name: 'Edit', description: 'Edits files without asking' },
    ],
  },
  { id: 'web', name: 'Web search', type: 'boolean', currentValue: false },
  { id: 'odd', name: 'Odd', type: 'slider', currentValue: 3 },
];
const LEGACY = {
  modes: {
    currentModeId: 'default',
    availableModes: [
      { id: 'default', name: 'Default' },
      { id: 'plan', name: 'Plan', description: 'Read-only' },
    ],
  },
  models: {
    currentModelId: 'one',
    availableModels: [
      { modelId: 'one', name: 'One' },
      { modelId: 'two', name: 'Two' },
    ],
  },
};

const opened = (fields: object) => [{ result: { sessionId: 's1', ...fields } }];
const accept = [{ result: {} }];

function values(mock: Mock) {
  const event = mock.events.findLast(({ type }) => type === 'config_options');
  return event?.type === 'config_options'
    ? Object.fromEntries(event.options.map(({ id, value }) => [id, value]))
    : null;
}

async function changes(mock: Mock) {
  return (await mock.sent()).slice(2).map(({ method, params }) => [method, params]);
}

test('the agent’s settings are shown, with the groups of their choices', async () => {
  const mock = await mockBackend({
    on: { 'session/new': opened({ configOptions: CONFIG_OPTIONS, modes: LEGACY.modes }) },
  });
  await mock.open();
  const event = mock.events.find(({ type }) => type === 'config_options');
  expect(event).toMatchObject({
    options: [
      {
        id: 'm',
        category: 'model',
        value: 'a/small',
        choices: [
          { value: 'a/small', name: 'Small', group: 'Maker A' },
          { value: 'b/big', name: 'Big', group: 'Maker B', description: 'bigger' },
        ],
      },
      { id: 'mode', category: 'mode', value: 'build' },
      { id: 'web', value: false, choices: [] },
    ],
  });
});

test('a setting is changed by its option', async () => {
  const mock = await mockBackend({
    on: { 'session/new': opened({ configOptions: CONFIG_OPTIONS }), 'session/set_config_option': accept },
  });
  const { session } = await mock.open();
  await session.setConfigOption('m', 'b/big');
  await session.setConfigOption('web', true);
  expect(await changes(mock)).toEqual([
    ['session/set_config_option', { sessionId: 's1', configId: 'm', value: 'b/big' }],
    ['session/set_config_option', { sessionId: 's1', configId: 'web', type: 'boolean', value: true }],
  ]);
  expect(values(mock)).toEqual({ m: 'b/big', mode: 'build', web: true });
  await expect(session.setConfigOption('none', 'x')).rejects.toMatchObject({
    code: 'config',
    hint: 'Available: m, mode, web.',
  });
});

test('what the agent answers to a change, and tells later, is what counts', async () => {
  const mock = await mockBackend({
    on: {
      'session/new': opened({ configOptions: CONFIG_OPTIONS }),
      'session/set_config_option': [{ result: { configOptions: CONFIG_OPTIONS.slice(0, 1) } }],
      'session/prompt': [
        { update: { sessionUpdate: 'config_option_update', configOptions: CONFIG_OPTIONS } },
        { update: { sessionUpdate: 'current_mode_update', modeId: 'auto_edit' } },
        { result: {} },
      ],
    },
  });
  const { session } = await mock.open();
  await session.setConfigOption('web', true);
  expect(values(mock)).toEqual({ m: 'a/small' });
  await session.prompt([], { signal: new AbortController().signal });
  expect(values(mock)).toEqual({ m: 'a/small', mode: 'auto_edit', web: false });
});

test('modes and models of older agents are settings too', async () => {
  const mock = await mockBackend({
    on: {
      'session/new': opened(LEGACY),
      'session/set_mode': accept,
      'session/set_model': [{ result: null }],
    },
  });
  const { session } = await mock.open();
  await session.setConfigOption('model', 'two');
  await session.setMode('plan');
  expect(await changes(mock)).toEqual([
    ['session/set_model', { sessionId: 's1', modelId: 'two' }],
    ['session/set_mode', { sessionId: 's1', modeId: 'plan' }],
  ]);
  expect(values(mock)).toEqual({ mode: 'plan', model: 'two' });
});

test('a change that the agent refuses is an error with its reason', async () => {
  const mock = await mockBackend({
    on: {
      'session/new': opened(LEGACY),
      'session/set_model': [{ error: { code: -32602, message: 'not on your plan' } }],
    },
  });
  const { session } = await mock.open();
  await expect(session.setConfigOption('model', 'two')).rejects.toMatchObject({
    message: 'mock: not on your plan',
  });
  expect(values(mock)).toEqual({ mode: 'default', model: 'one' });
});

test.each<[PermissionMode, string | null]>([
  ['default', null],
  ['bypassPermissions', null],
  ['acceptEdits', 'auto_edit'],
  ['plan', 'https://example.org/modes#plan'],
])('simse’s mode %s sets the agent’s own', async (mode, value) => {
  const mock = await mockBackend({
    on: { 'session/new': opened({ configOptions: CONFIG_OPTIONS }), 'session/set_config_option': accept },
  });
  const { session } = await mock.open();
  await session.setMode(mode);
  const expected =
    value === null ? [] : [['session/set_config_option', { sessionId: 's1', configId: 'mode', value }]];
  expect(await changes(mock)).toEqual(expected);
});

test('an agent without modes has none set', async () => {
  const mock = await mockBackend({});
  const { session } = await mock.open();
  await session.setMode('plan');
  expect(await changes(mock)).toEqual([]);
});

test.each([
  ['its id', 'b/big', 'm', 'b/big'],
  ['its name', 'big', 'm', 'b/big'],
  ['an agent among the modes', 'Plan', 'mode', 'https://example.org/modes#plan'],
])('the configured agent is chosen by %s', async (_case, defaultAgent, configId, value) => {
  const mock = await mockBackend(
    { on: { 'session/new': opened({ configOptions: CONFIG_OPTIONS }), 'session/set_config_option': accept } },
    { config: { defaultAgent } },
  );
  await mock.open();
  expect(await changes(mock)).toEqual([['session/set_config_option', { sessionId: 's1', configId, value }]]);
});

test('a configured agent that does not exist is an error with what there is', async () => {
  const mock = await mockBackend(
    { on: { 'session/new': opened(LEGACY) } },
    { config: { defaultAgent: 'three' } },
  );
  await expect(mock.open()).rejects.toMatchObject({
    code: 'config',
    message: 'mock has no model or agent three',
    hint: 'Available: one, two, default, plan.',
  });
});
