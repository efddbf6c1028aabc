import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The promises of the page with the test that each names. */
async function readPromises(): Promise<{ promise: string; file: string; title: string }[]> {
  const rows = [...(await read('docs/security.md')).matchAll(/^\| (.+) \| (.+) \|$/gm)];
  return rows.flatMap(([, promise = '', reference = '']) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(reference) ?? [];
    return promise === 'promise' ? [] : [{ promise, file, title }];
  });
}

/** Whether a test of this title stands in a file, with anything in the place of each `…`. */
function hasTest(source: string, title: string): boolean {
  const pieces = title.split('…').map((piece) => piece.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const quoted = pieces.map((piece) => piece.replaceAll("'", "\\\\?'")).join('[^\\n]*');
  return new RegExp(`['"\`][^\\n]*${quoted}`).test(source);
}

test('every promise of docs/security.md names a test that is there', async () => {
  const named = await readPromises();
  expect(named.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { promise, file, title } of named) {
    const source = file === '' ? '' : await read(`test/${file}`).catch(() => '');
    if (!hasTest(source, title)) missing.push(promise);
  }
  expect(missing).toEqual([]);
});
