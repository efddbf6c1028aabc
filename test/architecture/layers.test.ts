import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lintTree } from '../helpers/lint-tree.ts';

const BASE = ['core', 'platform', 'config'];
const ADAPTERS = ['acp', 'mcp', 'tools', 'store', 'library'];
const APPLICATION = [...BASE, ...ADAPTERS, 'mcp-server', 'agent', 'session', 'tui', 'headless'];

/** Which folders of src each may import. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  platform: ['core'],
  config: ['core', 'platform'],
  acp: BASE,
  mcp: BASE,
  'mcp-server': [...BASE, 'mcp'],
  tools: BASE,
  store: BASE,
  library: BASE,
  agent: ['core', 'platform', 'mcp', 'tools'],
  session: [...BASE, ...ADAPTERS, 'mcp-server'],
  tui: ['core'],
  headless: ['core'],
  commands: APPLICATION,
  cli: [...APPLICATION, 'commands'],
};

/** Which folders of src may import a package; `picomatch` stands for any that nobody owns. */
const OWNERS: Record<string, string[]> = {
  execa: ['platform'],
  'node:child_process': ['platform'],
  child_process: ['platform'],
  'node:process': ['platform'],
  ink: ['tui'],
  react: ['tui'],
  'react/jsx-runtime': ['tui'],
  '@agentclientprotocol/sdk': ['agent'],
  '@modelcontextprotocol/sdk/client/index.js': ['mcp', 'mcp-server'],
};
const LAYERS = Object.keys(MAY_IMPORT);
const SRC = new URL('../../src', import.meta.url);
const NOT_IN_CORE = ['node:fs', 'node:fs/promises', 'node:path', 'path', 'zod', 'marked'];

/** Each import that a file of the layer could write, and whether it may. */
function importsOf(layer: string, up: string): { from: string; allowed: boolean }[] {
  const folders = LAYERS.filter((other) => other !== layer).map((other) => ({
    from: `${up}${other}/x.ts`,
    allowed: MAY_IMPORT[layer]?.includes(other) ?? false,
  }));
  const packages = Object.entries(OWNERS).map(([from, owners]) => ({
    from,
    allowed: owners.includes(layer),
  }));
  const anyones = NOT_IN_CORE.map((from) => ({ from, allowed: layer !== 'core' }));
  return [
    ...folders,
    ...packages,
    ...anyones,
    { from: 'picomatch', allowed: true },
    { from: `${up}main.ts`, allowed: false },
    { from: './shared/x.ts', allowed: true },
    { from: './x.ts', allowed: layer !== 'commands' || up !== '../' },
    { from: '../shared/x.ts', allowed: true },
    { from: '../agents/x.ts', allowed: layer !== 'commands' || up === '../' },
  ];
}

test('every folder of src is a layer with rules, and only main.ts lies outside of them', async () => {
  const entries = await readdir(SRC, { withFileTypes: true });
  expect(LAYERS).toEqual(
    expect.arrayContaining(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)),
  );
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['main.ts']);
});

test('the table in docs/architecture.md says what lint enforces', async () => {
  const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `src\/([\w-]+)\/` \|[^|]+\| ([^|]+) \|$/gm)];
  const folders = await readdir(SRC, { withFileTypes: true });
  const named = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(rows.map(([, folder = '']) => folder).sort()).toEqual(named.sort());
  for (const [, folder = '', text = ''] of rows) {
    if (/^(all|nothing)/.test(text)) continue;
    expect(text.split(', ').sort(), folder).toEqual(MAY_IMPORT[folder]?.toSorted());
  }
});

test('no folder of src imports what the layers forbid, in any way of importing', async () => {
  const expected: string[] = [];
  const files: Record<string, string> = { 'src/main.ts': '' };
  for (const layer of LAYERS) {
    for (const [file, up] of [
      [`src/${layer}/bad.ts`, '../'],
      [`src/${layer}/deep/bad.ts`, '../../'],
    ] as const) {
      const imports = importsOf(layer, up);
      files[file] = imports.map(({ from }, index) => writeImport(from, index)).join('\n');
      for (const { from, allowed } of imports) if (!allowed) expected.push(`${file}: ${from}`);
    }
  }

  const findings = (await lintTree(files)).filter(({ rule }) => rule === 'no-restricted-imports');
  const found = findings.map(({ file, line }) => {
    const source = files[file]?.split('\n')[line - 1] ?? '';
    return `${file}: ${/'(.*)'/.exec(source)?.[1]}`;
  });
  expect(found.sort()).toEqual(expected.sort());
});

function writeImport(from: string, index: number): string {
  const ways = [
    `import { a${index} } from '${from}';`,
    `import type { A${index} } from '${from}';`,
    `export { a${index} } from '${from}';`,
    `export const p${index} = import('${from}');`,
  ];
  return ways[index % ways.length] ?? '';
}
