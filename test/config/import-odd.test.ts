import { expect, test } from 'vitest';
import type { ParseForeign } from '../../src/config/import/foreign-server.ts';
import { parseCodex } from '../../src/config/import/parse-codex.ts';
import { parseMcpServers, parseVsCodeServers, parseZed } from '../../src/config/import/parse-mcp-servers.ts';
import { parseOpencode } from '../../src/config/import/parse-opencode.ts';
import { importAll, PLACE } from './import-all.ts';

test.each<[string, ParseForeign, string, string]>([
  ['JSON', parseMcpServers, '{"mcpServers": {"a": }}', 'is not valid JSON'],
  ['opencode’s', parseOpencode, '{', 'is not valid JSON'],
  ['Zed’s', parseZed, '', 'is empty'],
  ['TOML', parseCodex, '[mcp_servers.a\ncommand = "x"', 'is not valid TOML'],
])('a broken file (%s) is told as such', (_what, parse, text, expected) => {
  const parsed = parse(text, PLACE);
  expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.text)).toEqual([
    expect.stringContaining(expected),
  ]);
});

test.each<[string, ParseForeign]>([
  ['mcpServers', parseMcpServers],
  ['servers', parseVsCodeServers],
  ['mcp', parseOpencode],
  ['context_servers', parseZed],
])('whatever else stands under %s is no server, and breaks nothing', (key, parse) => {
  for (const odd of [null, 1, 'x', [], [1], { a: null }, { a: 'x' }, { a: [] }])
    expect(importAll(parse, 'dollar', JSON.stringify({ [key]: odd }))).toEqual({});
  const [why] = Object.values(
    importAll(parse, 'dollar', JSON.stringify({ [key]: { a: { type: 'local' } } })),
  );
  expect(why).toEqual([expect.any(String)]);
});
