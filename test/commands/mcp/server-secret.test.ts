import { expect, test } from 'vitest';
import { createServerSecret } from '../../../src/commands/mcp/server-secret.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

const TOKEN = 'a-token-of-the-test-run';

test('without a word about it a token is made, and told', async () => {
  const { secret, news } = await createServerSecret({ auth: true }, '/');
  if (secret?.type !== 'bearer') throw new Error('Expected a token');
  expect(secret.token).toMatch(/^[\w-]{43}$/);
  expect(news).toBe(`Authorization: Bearer ${secret.token}`);
  expect((await createServerSecret({ auth: true }, '/')).secret).not.toEqual(secret);
});

test('a name without a password gets one that is made, and told', async () => {
  const { secret, news } = await createServerSecret({ auth: true, basicUser: 'ada' }, '/');
  if (secret?.type !== 'basic') throw new Error('Expected a password');
  expect(secret).toMatchObject({ username: 'ada', password: expect.stringMatching(/^[\w-]{43}$/) });
  expect(news).toBe(`password of ada: ${secret.password}`);
});

test('what is in a file is taken without the line break, and not told', async () => {
  const cwd = await tempDir({ secret: `${TOKEN}\n` });
  expect(await createServerSecret({ auth: true, tokenFile: 'secret' }, cwd)).toEqual({
    secret: { type: 'bearer', token: TOKEN },
  });
  expect(await createServerSecret({ auth: true, basicUser: 'ada', passwordFile: 'secret' }, cwd)).toEqual({
    secret: { type: 'basic', username: 'ada', password: TOKEN },
  });
  expect(await createServerSecret({ auth: false }, cwd)).toEqual({ secret: null });
});

test.each([
  ['no such file', { tokenFile: 'missing' }, 'missing'],
  ['an empty file', { tokenFile: 'empty' }, 'at least 16 characters'],
  ['a short one', { basicUser: 'ada', passwordFile: 'short' }, 'at least 16 characters'],
  ['more than a word', { tokenFile: 'words' }, 'in one word'],
  ['a password of nobody', { passwordFile: 'good' }, '--basic-user'],
  ['a name with a colon', { basicUser: 'ada:x' }, 'colon'],
  ['a name that is empty', { basicUser: '' }, 'empty'],
])('%s is refused', async (_what, options, words) => {
  const cwd = await tempDir({ empty: '', short: 'abc', words: 'many words of a secret', good: TOKEN });
  await expect(createServerSecret({ auth: true, ...options }, cwd)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(words),
  });
});
