import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { parseSettingsFile } from '../../src/config/settings.ts';
import { PERMISSION_MODES } from '../../src/core/gate/permission-mode.ts';
import { DEFAULT_UI } from '../../src/core/ports/ui-settings.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

const TEST_LINE = 'npm install && npm test';
const locate = (file: string): URL => new URL(`../../${file}`, import.meta.url);
const read = (file: string): Promise<string> => readFile(locate(file), 'utf8');

/** What the pattern's group matched, each once. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

test('every flag, subcommand and exit code of the README is in the help', async () => {
  const sandbox = await createSandbox();
  const readme = await read('README.md');
  const { stdout: help } = await runSimse(sandbox, ['--help']);

  const flags = findAll(readme, /(--[a-z][a-z-]+)/g).filter((flag) => flag !== '--help');
  expect(flags.length).toBeGreaterThan(5);
  expect(flags.filter((flag) => !help.includes(flag))).toEqual([]);

  const subcommands = findAll(readme, /simse ([a-z]+)\b/g).filter((word) => help.includes(`\n  ${word}`));
  expect(subcommands).toEqual(expect.arrayContaining(['mcp', 'sessions', 'doctor', 'completion']));

  const codesInHelp = findAll(help.slice(help.indexOf('Exit codes:')), /\b(\d+) [a-z]/g);
  const codesInReadme = findAll(readme, /^\| ([\d, ]+) \|/gm).flatMap((codes) => codes.split(', '));
  expect(codesInReadme).toEqual(codesInHelp);
});

test('the README has every permission mode, in the order in which they are passed through', async () => {
  expect(findAll(await read('README.md'), /^\| `(\w+)` \|(?:[^|]+\|){3}$/gm)).toEqual(PERMISSION_MODES);
});

test.each(['README.md', 'AGENTS.md', 'docs/repl.md'])(
  '%s names only scripts and files that exist',
  async (document) => {
    const text = await read(document);
    const scripts = findAll(text, /npm run ([\w:]+)/g);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
    const links = findAll(text, /\]\((?!http)([^)#]+)/g).map((link) =>
      path.join(path.dirname(document), link),
    );
    const files = [...links, ...findAll(text, /(?:src|srcset)="([^"]+)"/g)];
    const named = findAll(text, /`((?:docs|src|test)\/[\w./-]+)`/g);
    for (const file of [...files, ...named])
      await expect(access(locate(file)), file).resolves.toBeUndefined();
  },
);

test('CI runs the line that the README says', async () => {
  expect(await read('README.md')).toContain(TEST_LINE);
  expect((await read('.ci/run')).trim().split('\n').at(-1)).toBe(TEST_LINE);
  expect(await read('.github/workflows/ci.yml')).toContain('run: .ci/run');
});

test('the settings of the REPL in its page are valid and all there are', async () => {
  const page = await read('docs/repl.md');
  const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const parsed = parseSettingsFile(JSON.parse(example));
  expect(parsed).toMatchObject({ ok: true, value: { ui: expect.any(Object) } });
  const fields = Object.keys(DEFAULT_UI).sort();
  expect(Object.keys((JSON.parse(example) as { ui: object }).ui).sort()).toEqual(fields);
  expect(findAll(page, /^\| `(\w+)` \|(?:[^|]+\|){2}$/gm).sort()).toEqual(fields);
});
