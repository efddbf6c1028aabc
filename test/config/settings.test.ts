import { expect, test } from 'vitest';
import { withGrants } from '../../src/config/project-grants.ts';
import { DEFAULT_UI } from '../../src/core/ports/ui-settings.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { load, loadError } from './load.ts';

async function loadSettings(user: object, project: object, env: Record<string, string> = {}) {
  const dir = await tempDir({ 'user/config.json': user, 'work/.simse/config.json': project });
  const { settings, grants, warnings } = await load(dir, { env });
  return { settings, grants: grants?.value ?? null, warnings };
}

test('environment beats project beats user, and rules add up', async () => {
  const { settings } = await loadSettings(
    { permissionMode: 'acceptEdits', maxTurns: 3, timeoutMs: 1000, allow: ['a'], deny: ['b'] },
    { permissionMode: 'plan', maxTurns: 4, timeoutMs: 2000, deny: ['c'], ask: ['d'] },
    { SIMSE_TIMEOUT_MS: '3000' },
  );
  expect(settings).toEqual({
    permissionMode: 'plan',
    maxTurns: 4,
    timeoutMs: 3000,
    allow: ['a'],
    deny: ['c', 'b'],
    ask: ['d'],
    models: {},
    ui: DEFAULT_UI,
  });
});

test("how the REPL looks is the user's own, and what is not said is as built in", async () => {
  const { settings } = await loadSettings(
    { ui: { theme: 'light', keys: { send: ['ctrl+s'] } } },
    { ui: { theme: 'dark', vim: true } },
  );
  expect(settings.ui).toEqual({ ...DEFAULT_UI, theme: 'light', keys: { send: ['ctrl+s'] } });
});

test.each([
  { user: 'default', project: 'plan', mode: 'plan', granted: undefined },
  { user: 'default', project: 'default', mode: 'default', granted: undefined },
  { user: 'default', project: 'acceptEdits', mode: 'default', granted: 'acceptEdits' },
  { user: 'default', project: 'dontAsk', mode: 'dontAsk', granted: undefined },
  { user: 'plan', project: 'dontAsk', mode: 'plan', granted: 'dontAsk' },
  { user: 'plan', project: 'default', mode: 'plan', granted: 'default' },
  { user: 'bypassPermissions', project: 'acceptEdits', mode: 'acceptEdits', granted: undefined },
])('a project may tighten $user to $project by itself and loosen it only when trusted', async (row) => {
  const { settings, grants } = await loadSettings(
    { permissionMode: row.user },
    { permissionMode: row.project },
  );
  expect(settings.permissionMode).toBe(row.mode);
  expect(grants?.permissionMode).toBe(row.granted);
  expect(withGrants(settings, grants ?? { allow: [] }).permissionMode).toBe(row.project);
});

test('a project never chooses bypassPermissions, and that is said', async () => {
  const file = { permissionMode: 'bypassPermissions', allow: ['shell(*)'] };
  for (const user of ['plan', 'default']) {
    const { settings, grants, warnings } = await loadSettings({ permissionMode: user }, file);
    expect(settings.permissionMode).toBe(user);
    expect(grants).toEqual({ allow: ['shell(*)'] });
    expect(warnings).toEqual([
      expect.stringMatching(
        /work\/\.simse\/config\.json: permissionMode: bypassPermissions has no effect here/,
      ),
    ]);
  }
  const own = await loadSettings({ permissionMode: 'bypassPermissions' }, {});
  expect(own).toMatchObject({ settings: { permissionMode: 'bypassPermissions' }, warnings: [] });
});

test('whoever wrote dontAsk when it allowed everything is told that it denies now', async () => {
  const told = /dontAsk now denies what no rule allows.*bypassPermissions/;
  const user = await loadSettings({ permissionMode: 'dontAsk' }, {});
  expect(user.settings.permissionMode).toBe('dontAsk');
  expect(user.warnings).toEqual([expect.stringMatching(told)]);
  expect(user.warnings[0]).toContain('user/config.json');
  const variable = await loadSettings({}, {}, { SIMSE_PERMISSION_MODE: 'dontAsk' });
  expect(variable.settings.permissionMode).toBe('dontAsk');
  expect(variable.warnings).toEqual([expect.stringMatching(/^SIMSE_PERMISSION_MODE: dontAsk now denies/)]);
});

test("a project's allow rules wait for trust", async () => {
  const { settings, grants } = await loadSettings({ allow: ['read_file'] }, { allow: ['shell(*)'] });
  expect(settings.allow).toEqual(['read_file']);
  expect(grants).toEqual({ allow: ['shell(*)'] });
  expect(grants && withGrants(settings, grants)).toMatchObject({
    permissionMode: 'default',
    allow: ['read_file', 'shell(*)'],
  });
});

test('a mode from the environment stands whatever the project wants', async () => {
  const { settings, grants } = await loadSettings(
    {},
    { permissionMode: 'plan' },
    { SIMSE_PERMISSION_MODE: 'acceptEdits' },
  );
  expect(settings.permissionMode).toBe('acceptEdits');
  expect(grants).toBeNull();
  const loose = await loadSettings({}, { permissionMode: 'acceptEdits' }, { SIMSE_PERMISSION_MODE: 'plan' });
  expect(loose).toMatchObject({ settings: { permissionMode: 'plan' }, grants: null });
});

test.each([
  [
    { SIMSE_MAX_TURNS: 'ten' },
    'the environment: SIMSE_MAX_TURNS: expected a whole number above 0, found "ten"',
  ],
  [
    { SIMSE_PERMISSION_MODE: 'bypassPermissions' },
    'the environment: SIMSE_PERMISSION_MODE: bypassPermissions cannot be set by a variable, which may be inherited',
  ],
  [
    { SIMSE_PERMISSION_MODE: 'yolo' },
    'the environment: SIMSE_PERMISSION_MODE: expected "default", "acceptEdits", "plan", "dontAsk" or "bypassPermissions", found "yolo"',
  ],
])('%j is refused by name', async (env, message) => {
  expect(await loadError(await tempDir(), { env })).toMatchObject({ code: 'config', message });
});

test('an empty environment variable counts as unset', async () => {
  const { settings } = await load(await tempDir(), {
    env: { SIMSE_MAX_TURNS: '', SIMSE_PERMISSION_MODE: '' },
  });
  expect(settings).toMatchObject({ maxTurns: 10, permissionMode: 'default' });
});

test.each([
  ['1', true],
  ['yes', true],
  ['0', false],
  ['', false],
  ['No', false],
])('ACCESSIBLE=%s as a wish for what can be read aloud: %s', async (ACCESSIBLE, screenReader) => {
  const { settings } = await load(await tempDir(), { env: { ACCESSIBLE } });
  expect(settings.ui.screenReader).toBe(screenReader);
});
