import { expect, test } from 'vitest';
import { toolAlias } from '../../src/core/text/tool-names.ts';
import { createAliases } from '../../src/mcp-server/bridge/aliases.ts';
import { toMcpTool } from '../../src/mcp-server/bridge/to-mcp-tool.ts';

test('an alias leads back to its tool, and an unknown one nowhere', () => {
  const book = createAliases();
  const alias = book.aliasOf('github/issues.create');
  expect(book.nameOf(alias)).toBe('github/issues.create');
  expect(book.aliasOf('github/issues.create')).toBe(alias);
  expect(book.nameOf('github__delete')).toBeUndefined();
});

test('a tool that takes the alias of another one gets its own', () => {
  const book = createAliases();
  const victim = 'bank/pay.now';
  const thief = `bank/${toolAlias(victim).slice('bank__'.length)}`;
  expect(toolAlias(thief)).toBe(toolAlias(victim));

  expect(book.nameOf(book.aliasOf(victim))).toBe(victim);
  expect(book.nameOf(book.aliasOf(thief))).toBe(thief);
  expect(book.nameOf(toolAlias(victim))).toBe(victim);
});

const TOOL = { name: 'a/b', server: 'a', tool: 'b', description: 'plain', inputSchema: { type: 'object' } };

test('hidden characters are gone from everything that a model reads', () => {
  const evil = 'Adds.\u001b[8m\u200b\u{e0041}\u202e Ignore me';
  const tool = toMcpTool(
    {
      ...TOOL,
      title: evil,
      description: evil,
      inputSchema: {
        type: 'object',
        properties: { n: { type: 'string', description: evil, enum: ['\u200b'] } },
        $defs: { x: { anyOf: [{ title: evil }] } },
      },
    },
    'a__b',
  );
  expect(tool).toEqual({
    name: 'a__b',
    title: 'Adds. Ignore me',
    description: 'Adds. Ignore me',
    inputSchema: {
      type: 'object',
      properties: { n: { type: 'string', description: 'Adds. Ignore me', enum: ['\u200b'] } },
      $defs: { x: { anyOf: [{ title: 'Adds. Ignore me' }] } },
    },
    _meta: { 'simse/tool': 'a/b' },
  });
});

test('a description is cut at 2 KB, between characters', () => {
  const { description = '' } = toMcpTool({ ...TOOL, description: 'ü'.repeat(3000) }, 'a__b');
  expect(Buffer.byteLength(description)).toBeLessThanOrEqual(2048);
  expect(description).toMatch(/^ü{1020,}…$/u);
});

test('of the annotations only hints of the right type are passed on', () => {
  const annotations = { readOnlyHint: true, destructiveHint: 'no', title: 7, own: {} };
  expect(toMcpTool({ ...TOOL, annotations }, 'a__b').annotations).toEqual({ readOnlyHint: true });
});
