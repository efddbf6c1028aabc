import { expect, test } from 'vitest';
import { findSecrets, hideSecrets, isSecret, mapSecrets } from '../../src/config/secrets.ts';

test.each([
  ['GITHUB_TOKEN', 'abcdef123456'],
  ['Authorization', 'Bearer abcdef123456'],
  ['X-Api-Key', 'abcdef123456'],
  ['apiKey', 'abcdef123456'],
  ['DB_PASSWORD', 'hunter2'],
  ['ANYTHING', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['ANYTHING', 'sk-ant-api03-abcdefghijklmnop'],
  ['ANYTHING', 'eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc'],
  ['TOKEN', 'prefix-${SUFFIX}'],
])('%s with %s looks like a secret', (name, value) => {
  expect(isSecret(name, value)).toBe(true);
});

test.each([
  ['GITHUB_TOKEN', '${GITHUB_TOKEN}'],
  ['Authorization', 'Bearer ${TOKEN:-none}'],
  ['MAX_TOKENS', '4096'],
  ['TOKEN_URL', 'abcdef123456'],
  ['SSH_KEY', '/home/ada/.ssh/id'],
  ['PRIVATE_KEY', 'C:\\keys\\a.pem'],
  ['USE_TOKEN', 'true'],
  ['AUTH', 'https://login.example.com/oauth'],
  ['LEVEL', 'debug'],
  ['TOKEN', ''],
])('%s with %s does not', (name, value) => {
  expect(isSecret(name, value)).toBe(false);
});

const ENTRY = {
  name: 'a',
  args: [
    '--api-key',
    'k3yk3yk3y',
    '--token=t0kent0ken',
    '--header',
    'Authorization: Bearer b34rer',
    '-v',
    'x',
  ],
  env: { SECRET: 's3cr3ts', LEVEL: 'debug' },
  url: 'https://ada:pa55word@example.com/mcp?api_key=k3yk3y&page=2',
  headers: { 'X-Token': 't0kent0ken', Accept: 'text/plain' },
  auth: { type: 'oauth', clientId: 'id-of-client', clientSecret: 's3cr3ts', scopes: ['a'] },
};

test('secrets are hidden wherever they stand in an entry, and nothing else is', () => {
  expect(hideSecrets(ENTRY)).toEqual({
    name: 'a',
    args: ['--api-key', '***', '--token=***', '--header', 'Authorization: Bearer ***', '-v', 'x'],
    env: { SECRET: '***', LEVEL: 'debug' },
    url: 'https://ada:***@example.com/mcp?api_key=***&page=2',
    headers: { 'X-Token': '***', Accept: 'text/plain' },
    auth: { type: 'oauth', clientId: 'id-of-client', clientSecret: '***', scopes: ['a'] },
  });
  expect(hideSecrets({ args: ['https://example.com/?key=k3yk3y', 'a:b'] }).args).toEqual([
    'https://example.com/?key=***',
    'a:b',
  ]);
});

test('each secret is told by the name it stands under', () => {
  expect(findSecrets(ENTRY).map(({ in: place, name }) => `${place} ${name}`)).toEqual([
    'args --api-key',
    'args --token',
    'args Authorization',
    'env SECRET',
    'url password',
    'url api_key',
    'headers X-Token',
    'auth clientSecret',
  ]);
});

test('a variable can take the place of each secret', () => {
  const mapped = mapSecrets(ENTRY, ({ name }) => `\${${name.toUpperCase()}}`);
  expect(findSecrets(mapped)).toEqual([]);
  expect(mapped.args).toContain('Authorization: Bearer ${AUTHORIZATION}');
});
