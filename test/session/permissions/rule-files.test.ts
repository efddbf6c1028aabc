import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { openTrustStore } from '../../../src/config/trust-store.ts';
import { trustSubjects } from '../../../src/config/trust-subject.ts';
import { effectiveRules, effectiveSettings } from '../../../src/session/load-project.ts';
import { createRuleFiles } from '../../../src/session/permissions/rule-files.ts';
import { type Files, tempDir } from '../../helpers/temp-dir.ts';

async function setUp(files: Files = {}) {
  const root = await tempDir({ 'work/.keep': '', 'user/.keep': '', ...files });
  const places = { cwd: join(root, 'work'), configDir: join(root, 'user'), dataDir: join(root, 'data') };
  const open = async () => createRuleFiles({ ...places, trust: await openTrustStore(places.dataDir) });
  /** What holds after the next start, without anybody being asked, and what would be asked about. */
  const nextStart = async () => {
    const config = await loadConfig({ cwd: places.cwd, configDir: places.configDir, env: {} });
    const trust = await openTrustStore(places.dataDir);
    const untrusted = trustSubjects(config, null).filter((subject) => !trust.isTrusted(subject));
    const project = { config, untrusted };
    return {
      allow: effectiveSettings(project).allow,
      mode: effectiveSettings(project).permissionMode,
      asked: untrusted.map(({ summary }) => summary),
      rules: effectiveRules(project),
    };
  };
  return { root, ...places, open, nextStart };
}

test('"always in this project" holds from the next start on, without a question about what I wrote myself', async () => {
  const { cwd, open, nextStart } = await setUp();
  const files = await open();
  expect(files.fileOf('project')).toBe(join(cwd, '.simse', 'config.json'));
  await files.add('allow', 'shell(npm test*)', 'project');
  expect(await readFile(files.fileOf('project'), 'utf8')).toBe('{\n  "allow": ["shell(npm test*)"]\n}\n');
  const next = await nextStart();
  expect([next.allow, next.asked]).toEqual([['shell(npm test*)'], []]);
  expect(next.rules).toEqual([
    {
      effect: 'allow',
      rule: 'shell(npm test*)',
      source: 'project config',
      file: files.fileOf('project'),
      keptIn: 'project',
    },
  ]);
});

test('what else the project’s file allows is still asked about, and does not hold because I kept a rule there', async () => {
  const { open, nextStart } = await setUp({
    'work/.simse/config.json': { permissionMode: 'acceptEdits', allow: ['shell(*)'] },
  });
  await (await open()).add('allow', 'shell(npm test*)', 'project');
  expect(await nextStart()).toMatchObject({
    allow: ['shell(npm test*)'],
    mode: 'default',
    asked: ['permission mode acceptEdits', 'allow shell(*)'],
  });
});

test('a rule that is taken out of the project’s file is asked about when the project brings it back', async () => {
  const { open, nextStart, cwd } = await setUp();
  const files = await open();
  await files.add('allow', 'shell(npm test*)', 'project');
  await files.remove('allow', 'shell(npm test*)', 'project');
  expect((await nextStart()).allow).toEqual([]);
  await writeFile(join(cwd, '.simse/config.json'), '{"allow": ["shell(npm test*)"]}');
  expect(await nextStart()).toMatchObject({ allow: [], asked: ['allow shell(npm test*)'] });
});

test('"always" goes into my own config.json, which keeps its comments and may be a link of mine', async () => {
  const { open, root, configDir, nextStart } = await setUp({
    'dotfiles/config.json': '{\n  // mine\n  "deny": ["shell(rm *)"]\n}\n',
  });
  await symlink(join(root, 'dotfiles/config.json'), join(configDir, 'config.json'));
  await (await open()).add('allow', 'shell(git status*)', 'user');
  expect(await readFile(join(root, 'dotfiles/config.json'), 'utf8')).toBe(
    '{\n  // mine\n  "deny": ["shell(rm *)"],\n  "allow": ["shell(git status*)"]\n}\n',
  );
  expect((await nextStart()).allow).toEqual(['shell(git status*)']);
});

test.each([
  ['the file', '.simse/config.json', 'elsewhere/config.json'],
  ['the folder', '.simse', 'elsewhere'],
  ['a file that is not there yet', '.simse/config.json', 'elsewhere/new.json'],
])('a rule is never written through a link that came with the project: %s', async (_what, link, target) => {
  const { open, root, cwd, nextStart } = await setUp({ 'elsewhere/config.json': '{}' });
  if (link !== '.simse') await mkdir(join(cwd, '.simse'));
  await symlink(join(root, target), join(cwd, link));
  const adding = (await open()).add('allow', 'shell(npm test*)', 'project');
  await expect(adding).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('leads to'),
  });
  expect(await readdir(join(root, 'elsewhere'))).toEqual(['config.json']);
  expect(await readFile(join(root, 'elsewhere/config.json'), 'utf8')).toBe('{}');
  // And it is not trusted either.
  await writeFile(join(root, 'elsewhere/config.json'), '{"allow": ["shell(npm test*)"]}');
  expect((await nextStart()).allow).toEqual([]);
});

test('a broken file is named and left alone', async () => {
  const { open, cwd } = await setUp({ 'work/.simse/config.json': '{"allow": [}' });
  const adding = (await open()).add('deny', 'shell(rm *)', 'project');
  await expect(adding).rejects.toMatchObject({ code: 'config', message: expect.stringContaining(cwd) });
  expect(await readFile(join(cwd, '.simse/config.json'), 'utf8')).toBe('{"allow": [}');
});

test('twenty rules that are kept at once by several sessions are all there', async () => {
  const { open, nextStart } = await setUp();
  const sessions = await Promise.all([open(), open(), open(), open()]);
  const rules = Array.from({ length: 20 }, (_, at) => `shell(make ${at})`);
  const files = (at: number) => sessions[at % 4] ?? open();
  await Promise.all(rules.map(async (rule, at) => (await files(at)).add('allow', rule, 'project')));
  const { allow, asked } = await nextStart();
  expect(new Set(allow)).toEqual(new Set(rules));
  expect(asked).toEqual([]);
});
