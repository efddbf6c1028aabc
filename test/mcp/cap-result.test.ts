import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ToolResult } from '../../src/core/ports.ts';
import { capResult } from '../../src/mcp/cap-result.ts';
import { spillToFile } from '../../src/mcp/spill-to-file.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const nowhere = async (): Promise<string> => 'is nowhere';

test('a result of just the limit is left as it is', async () => {
  const result: ToolResult = { content: [{ type: 'text', text: 'x'.repeat(100) }], isError: false };
  expect(await capResult(result, { maxChars: 100, spill: nowhere })).toBe(result);
});

test('texts that are too long together become one, pictures stay', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(400) } as const;
  const result: ToolResult = {
    content: [{ type: 'text', text: 'a'.repeat(60) }, image, { type: 'text', text: 'b'.repeat(60) }],
    isError: true,
  };
  expect(await capResult(result, { maxChars: 100, spill: nowhere })).toEqual({
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
  const [block] = (await capResult(result, { maxChars: 60, spill: nowhere })).content;
  expect(block).toMatchObject({ text: expect.not.stringMatching(/\p{Surrogate}/u) });
});

test('structured content that is too long is left out and named', async () => {
  const result: ToolResult = {
    content: [{ type: 'text', text: 'many rows' }],
    structuredContent: { rows: 'x'.repeat(200) },
    isError: false,
  };
  expect(await capResult(result, { maxChars: 100, spill: nowhere })).toEqual({
    content: [
      { type: 'text', text: 'many rows' },
      { type: 'text', text: '[structured content of 211 characters left out; the whole is nowhere]' },
    ],
    isError: false,
  });
});

test('what is spilled can be read by the user alone, and a folder that cannot be written is said', async () => {
  const dir = path.join(await tempDir(), 'a', 'b');

  expect(await spillToFile(dir, 'server/tool')('the whole')).toMatch(/^is in .*server-tool-\w+\.txt$/);
  const [file = ''] = await readdir(dir);
  expect(await readFile(path.join(dir, file), 'utf8')).toBe('the whole');
  const { mode } = await stat(path.join(dir, file));
  expect(mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);

  expect(await spillToFile(path.join(dir, file), 'x')('text')).toMatch(/^could not be kept: /);
  expect(await spillToFile(undefined, 'x')('text')).toBe('was not kept');
});
