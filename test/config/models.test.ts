import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KNOWN_ON } from '../../src/agent/model/known-models.ts';
import { loadModelSettings } from '../../src/config/load-settings.ts';
import { keyVariablesOf } from '../../src/config/model-settings.ts';
import { KNOWN_PROVIDERS } from '../../src/core/model-providers.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const docs = await readFile(new URL('../../docs/models.md', import.meta.url), 'utf8');

test('the example in docs/models.md is a config.json', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(docs) ?? [];
  const models = await loadModelSettings(await tempDir({ 'config.json': example }));
  expect(models.providers).toMatchObject([
    { name: 'work', kind: 'openai', models: [{ id: 'coder-large', contextWindow: 131_072 }] },
    { name: 'lab', kind: 'openai', baseUrl: 'http://gpu-1:8000' },
  ]);
  expect(keyVariablesOf(models)).toEqual(['WORK_MODELS_KEY', 'TEAM_NAME']);
});

test('docs/models.md names every variable, and the day of the prices', () => {
  const variables = KNOWN_PROVIDERS.flatMap(({ keys, address }) => [...keys, ...[address ?? []].flat()]);
  expect(variables.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
  expect(docs).toContain(KNOWN_ON);
});

test.each([
  [{ default: '' }, 'models.default: expected a non-empty string'],
  [{ provider: [] }, 'models.provider: is not a known key; did you mean "providers"?'],
  [{ providers: [{ name: 'a' }] }, 'models.providers[0].baseUrl: is missing, expected the address of an API'],
  [
    { providers: [{ name: 'a', baseUrl: 'https://me:hidden@host' }] },
    'models.providers[0].baseUrl: expected an http(s) address without a key',
  ],
  [
    { providers: [{ name: 'a', baseUrl: 'http://h', apiKeyEnv: 'sk-live-1234' }] },
    'models.providers[0].apiKeyEnv: expected the name of the variable that has the key',
  ],
  [
    { providers: ['a', 'a'].map((name) => ({ name, baseUrl: 'http://h' })) },
    'models.providers: expected providers with distinct names',
  ],
])('%j is refused with its place', async (models, says) => {
  const dir = await tempDir({ 'config.json': { models } });
  const error: unknown = await loadModelSettings(dir).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'config', message: expect.stringContaining(says) });
  expect(String(error)).not.toMatch(/hidden|sk-live/);
});
