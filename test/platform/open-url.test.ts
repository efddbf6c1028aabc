import { chmod, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { openUrl } from '../../src/platform/open-url.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** An environment whose browser opener is this shell script. */
async function opener(script: string): Promise<{ PATH: string; dir: string }> {
  const name = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const dir = await tempDir({ [name]: `#!/bin/sh\n${script}\n` });
  await chmod(join(dir, name), 0o755);
  return { PATH: dir, dir };
}

test('the browser gets the address as one word, whatever is in it', async () => {
  const env = await opener('printf "%s|" "$@" > "$dir/opened"');
  await openUrl('https://example.org/a?b=c&d=$(touch x)#`e`;f g', env);
  expect(await readFile(join(env.dir, 'opened'), 'utf8')).toBe(
    'https://example.org/a?b=c&d=$(touch%20x)#%60e%60;f%20g|',
  );
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', '-a', 'example.org', ''])(
  '`%s` is no page of the web, and is not opened',
  async (url) => {
    const env = await opener('touch "$dir/opened"');
    await expect(openUrl(url, env)).rejects.toMatchObject({ code: 'usage' });
    await expect(readFile(join(env.dir, 'opened'))).rejects.toThrow('ENOENT');
  },
);

test('a missing browser and one that fails are told', async () => {
  const failing = await opener('exit 3');
  const missing = { PATH: failing.dir.slice(0, -1) };
  for (const env of [failing, missing])
    await expect(openUrl('https://example.org/', env)).rejects.toMatchObject({
      code: 'not_found',
      hint: 'Open the address yourself.',
    });
});

test('a browser that goes on running is open', async () => {
  const env = await opener('echo $$ > "$dir/pid"; exec /bin/sleep 60');
  await openUrl('http://localhost:8080/', env);
  const pid = Number(await readFile(join(env.dir, 'pid'), 'utf8'));
  expect(process.kill(pid, 'SIGKILL')).toBe(true);
});

test('BROWSER names the browser, by command lines that are tried in turn', async () => {
  const { dir } = await opener('printf "%s|" "$@" >> "$dir/opened"');
  const name = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const browser = join(dir, name);
  const env = { dir, PATH: '/nowhere', BROWSER: `/no/such/browser${delimiter}${browser} --new "a b" $(id)` };
  await openUrl('https://example.org/?a=b&c=d', env);
  await openUrl('https://example.org/', { ...env, BROWSER: `${browser} --url=%s -x` });
  expect(await readFile(join(dir, 'opened'), 'utf8')).toBe(
    '--new|a b|$(id)|https://example.org/?a=b&c=d|--url=https://example.org/|-x|',
  );
});

test('with a BROWSER that fails no other is opened', async () => {
  const env = await opener('touch "$dir/opened"');
  await expect(
    openUrl('https://example.org/', { ...env, BROWSER: '/no/such/browser' }),
  ).rejects.toMatchObject({
    message: 'no browser could be opened (tried /no/such/browser)',
  });
  await expect(readFile(join(env.dir, 'opened'))).rejects.toThrow('ENOENT');
});
