import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ToolResult } from '../../src/core/ports/catalogue.ts';
import { capResult, spillToFile } from '../../src/mcp/cap-result.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const nowhere = async (): Promise<string> => 'is nowhere';
const capOf = (maxChars: number) => ({ maxChars, maxBytes: 1000, spill: nowhere });

test('a result of just the limit is left as it is', async () => {
  const result: ToolResult = { content: [{ type: 'text', text: 'x'.repeat(100) }], isError: false };
  expect(await capResult(result, capOf(100))).toBe(result);
});

test('texts that are too long together become one, pictures stay', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(400) } as const;
  const result: ToolResult = {
    content: [{ type: 'text', text: 'a'.repeat(60) }, image, { type: 'text', text: 'b'.repeat(60) }],
    isError: true,
  };
  expect(await capResult(result, capOf(100))).toEqual({
    content: [
      {
        type: 'text',
        text: `${'a'.repeat(60)}\n\n[21 characters left out here; the whole result is nowhere]\n\n${'b'.repeat(40)}`,
      },
      image,
    ],
    isError: true,
  });
});

test('a character is not cut in two', async () => {
  const result: ToolResult = { content: [{ type: 'text', text: `x${'🎉'.repeat(100)}` }], isError: false };
  const [block] = (await capResult(result, capOf(60))).content;
  expect(block).toMatchObject({ text: expect.not.stringMatching(/\p{Surrogate}/u) });
});

test('structured content that is too long is left out and named', async () => {
  const result: ToolResult = {
    content: [{ type: 'text', text: 'many rows' }],
    structuredContent: { rows: 'x'.repeat(200) },
    isError: false,
  };
  expect(await capResult(result, capOf(100))).toEqual({
    content: [
      { type: 'text', text: 'many rows' },
      { type: 'text', text: '[structured content of 211 characters left out; the whole is nowhere]' },
    ],
    isError: false,
  });
});

test('a picture, a sound or a file that is too large is left out and named', async () => {
  const data = 'A'.repeat(4000);
  const result: ToolResult = {
    content: [
      { type: 'image', mimeType: 'image/png', data },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'resource', uri: 'memo://1', blob: data },
    ],
    isError: false,
  };
  expect((await capResult(result, capOf(500))).content).toEqual([
    { type: 'text', text: '[image image/png of 3,000 bytes left out; it is nowhere]' },
    { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
    { type: 'text', text: '[resource memo://1 of 3,000 bytes left out; it is nowhere]' },
  ]);
});

test('what is spilled can be read by the user alone, and a folder that cannot be written is said', async () => {
  const dir = path.join(await tempDir(), 'a', 'b');

  expect(await spillToFile(dir, 'server/tool')('the whole', 'text/plain')).toMatch(
    /^is in .*server-tool-\w+\.txt$/,
  );
  const [file = ''] = await readdir(dir);
  expect(await readFile(path.join(dir, file), 'utf8')).toBe('the whole');
  const { mode } = await stat(path.join(dir, file));
  expect(mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);

  expect(await spillToFile(path.join(dir, file), 'x')('text', 'text/plain')).toMatch(/^could not be kept: /);
  expect(await spillToFile(dir, 'x')(new Uint8Array([1, 2]), 'image/png')).toMatch(/x-\w+\.png$/);
  expect(await spillToFile(dir, 'x')('{}', '../../evil')).toMatch(/x-\w+\.bin$/);
  expect(await spillToFile(undefined, 'x')('text', 'text/plain')).toBe('was not kept');
});
