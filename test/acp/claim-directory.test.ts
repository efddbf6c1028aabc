import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toClaim } from '../../src/acp/translate/claim.ts';
import { toToolCallFields } from '../../src/acp/translate/tool-call.ts';
import { commandPlace, describeRequest } from '../../src/core/gate/describe-request.ts';
import { suggestRules } from '../../src/core/gate/suggest-rules.ts';
import { resolvePath } from '../../src/platform/resolve-path.ts';
import { outcomeOf } from '../core/gate-requests.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const RULE = ['shell(git status*)'];

function claimOf(rawInput: object, cwd = '/w') {
  const call = toToolCallFields({ kind: 'execute', title: 'git status', rawInput });
  return toClaim(call, (path) => resolvePath(path, cwd));
}

test.each([
  ['cwd', '/evil'],
  ['workdir', '/evil'],
  ['working_directory', '/evil'],
  ['workingDirectory', '/evil'],
  ['directory', '/evil'],
  ['dir_path', '/evil'],
  ['Cwd', '/evil'],
  ['cwd', 'file:///evil'],
  ['cwd', '/w/../evil'],
  ['cwd', '/w2'],
  ['cwd', 'sub'],
  ['cwd', '..'],
  ['cwd', '~'],
  ['cwd', '~/evil'],
  ['cwd', '$HOME'],
  ['cwd', 'file://host/w'],
  ['cwd', '/w\0/../evil'],
  ['cwd', ['/w']],
  ['cwd', { path: '/w' }],
  ['cwd', 7],
  ['cwd', false],
])('a rule for a command does not allow it where the claim has %s: %j', (key, value) => {
  const claim = claimOf({ command: 'git status', [key]: value });
  expect(outcomeOf(claim, { allow: RULE })).toBe('ask');
  expect(outcomeOf(claim, { rememberedAllow: RULE })).toBe('ask');
  expect(suggestRules(claim, ['/w'])).toEqual([]);
  expect(commandPlace(claim, ['/w'])).not.toBeNull();
});

test.each([
  ['nothing', {}],
  ['nothing', { cwd: null }],
  ['nothing', { cwd: '' }],
  ['the same', { cwd: '.' }],
  ['the same', { cwd: '/w' }],
  ['the same', { cwd: '/w/' }],
  ['the same twice', { cwd: '/w', workdir: '/w' }],
])('a rule allows a command that says %s of its directory', (_what, fields) => {
  const claim = claimOf({ command: 'git status', ...fields });
  expect(outcomeOf(claim, { allow: RULE })).toBe('allow');
  expect(commandPlace(claim, ['/w'])).toBeNull();
});

test('of two directories nobody knows which counts', () => {
  const claim = claimOf({ command: 'git status', cwd: '/w', workdir: '/evil' });
  expect(outcomeOf(claim, { allow: RULE })).toBe('ask');
  expect(describeRequest(claim, ['/w'])).toBe('Run git status (in /w or /evil)');
});

test('a directory in the workspace is allowed, and said', () => {
  const claim = claimOf({ command: 'git status', cwd: '/w/sub' });
  expect(outcomeOf(claim, { allow: RULE })).toBe('allow');
  expect(describeRequest(claim, ['/w'])).toBe('Run git status (in sub)');
});

test('a directory is taken for what it is, through links', async () => {
  const folder = await tempDir({ 'elsewhere/x': '', 'w/x': '' });
  await symlink(join(folder, 'elsewhere'), join(folder, 'w/link'));
  const claim = claimOf({ command: 'git status', cwd: join(folder, 'w/link') }, join(folder, 'w'));
  expect(claim.cwd?.real).toBe(join(folder, 'elsewhere'));
  expect(outcomeOf(claim, { allow: RULE, roots: [join(folder, 'w')] })).toBe('ask');
});

test('a command that is not told is shown with its directory, and one that only reads has none', () => {
  const silent = toClaim(toToolCallFields({ kind: 'execute', rawInput: { cwd: '/evil' } }), (path) =>
    resolvePath(path, '/w'),
  );
  expect(commandPlace(silent, ['/w'])).toBe('/evil');
  const search = toClaim(toToolCallFields({ kind: 'search', rawInput: { directory: 'src' } }), (path) =>
    resolvePath(path, '/w'),
  );
  expect(search.cwd).toBeUndefined();
});

test.each([
  ['by name', { GIT_EXTERNAL_DIFF: './evil' }],
  ['as a list', [{ name: 'GIT_EXTERNAL_DIFF', value: './evil' }]],
])('variables that a claim sets for its command are shown and judged with it: %s', (_form, env) => {
  const claim = claimOf({ command: 'git status', env });
  expect(claim.command).toContain('GIT_EXTERNAL_DIFF=./evil');
  expect(outcomeOf(claim, { allow: RULE })).toBe('ask');
  expect(outcomeOf(claimOf({ command: 'git status', env: { CI: '1' } }), { allow: RULE })).toBe('allow');
  expect(outcomeOf(claimOf({ command: 'git status', env: {} }), { allow: RULE })).toBe('allow');
});
