import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Claim, GateRequest } from '../../../src/core/gate/gate-request.ts';
import { resolvePath } from '../../../src/platform/resolve-path.ts';
import { createPathGuard } from '../../../src/session/permissions/guard-paths.ts';
import { type Files, tempDir } from '../../helpers/temp-dir.ts';
import { setUpGate } from '../set-up-gate.ts';

const editOf = (path: string, cwd: string): Extract<GateRequest, { kind: 'edit' }> => {
  const resolved = resolvePath(path, cwd);
  return { kind: 'edit', path: resolved, diff: { path: resolved.given, oldText: null, newText: 'x' } };
};

async function guardOf(path: string, files: Files = {}, own = ['config', 'data']) {
  const home = await tempDir(files);
  const request = createPathGuard(own.map((name) => join(home, name)))(editOf(path, home));
  return request.kind === 'edit' ? request.path.guard : undefined;
}

test.each([
  ['a file of a folder that is there', 'config/config.json', { 'config/acp.json': {} }],
  ['a file of a folder that is not there', 'data/trust.json', {}],
  ['the folder itself', 'data', {}],
  ['a file below', 'data/sessions/x/events.jsonl', {}],
  ['another case', 'CONFIG/config.json', {}],
])('%s is simse’s own', async (_what, path, files) => {
  expect(await guardOf(path, files)).toBe('own');
});

test('what only begins like a folder of simse’s own is none', async () => {
  expect(await guardOf('config2/config.json')).toBeUndefined();
  expect(await guardOf('sub/config/config.json')).toBeUndefined();
});

test('simse’s own folders are guarded through links, from either side and whenever they come', async () => {
  const home = await tempDir({ 'real/x': '', 'sub/x': '' });
  const guard = createPathGuard([join(home, 'config')]);
  const guardAt = (path: string) => {
    const request = guard(editOf(path, home));
    return request.kind === 'edit' ? request.path.guard : undefined;
  };
  expect(guardAt('real/acp.json')).toBeUndefined();
  await symlink(join(home, 'real'), join(home, 'config'));
  expect(guardAt('real/acp.json')).toBe('own');
  expect(guardAt('config/acp.json')).toBe('own');
  await symlink(join(home, 'config'), join(home, 'sub/link'));
  expect(guardAt('sub/link/acp.json')).toBe('own');
});

test('a folder that git could take for a repository is guarded, and what stands beside it not', async () => {
  const files = { 'sub/HEAD': 'ref: refs/heads/main', 'sub/objects/x': '', 'sub/refs/x': '' };
  for (const path of [
    'sub/config',
    'sub/hooks/post-checkout',
    'sub/Config',
    'sub/commondir',
    'sub/objects/info/x',
  ])
    expect(await guardOf(path, files)).toBe('repository');
  expect(await guardOf('sub/main/src/a.ts', files)).toBeUndefined();
  expect(await guardOf('config2', files)).toBeUndefined();
  expect(await guardOf('sub/config', { 'sub/objects/x': '', 'sub/refs/x': '' })).toBeUndefined();
});

test('no path of a claim says of itself whether it is guarded', async () => {
  const home = await tempDir();
  await mkdir(join(home, 'config'));
  const guard = createPathGuard([join(home, 'config')]);
  const claim: Claim = {
    kind: 'claim',
    title: '',
    toolKind: 'edit',
    paths: [{ ...resolvePath('a', home), guard: 'own' }, resolvePath('config/acp.json', home)],
    diffs: [],
  };
  const guarded = guard(claim);
  expect(guarded.kind === 'claim' && guarded.paths.map((path) => path.guard)).toEqual([undefined, 'own']);
});

test('what simse keeps is neither read nor shown unasked where the workspace holds it', async () => {
  const { gate, open } = setUpGate({ own: ['/w/data'] });
  expect(
    gate.mayPass({
      kind: 'read',
      path: { given: '/w/data/credentials.json', real: '/w/data/credentials.json' },
    }),
  ).toBe(false);
  expect(gate.mayPass({ kind: 'read', path: { given: '/w/a', real: '/w/a' } })).toBe(true);
  void gate.authorize({ kind: 'read', path: { given: '/w/data/x', real: '/w/data/x' } }, { askedBy: 'mock' });
  expect(open()).toHaveLength(1);
});
