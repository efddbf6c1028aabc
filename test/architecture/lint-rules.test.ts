import { expect, test } from 'vitest';
import { lintTree } from '../helpers/lint-tree.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const functionOf = (count: number): string =>
  `export function add(): number {\n  let sum = 0;\n${lines(count, () => '  sum += 1;')}\n  return sum;\n}\n`;
const ASYNC_STEP = 'async function step(): Promise<number> {\n  return 1;\n}\n';

/** For each rule of the project a file that breaks it. */
const BROKEN: Record<string, Record<string, string>> = {
  'max-lines': { 'src/session/long.ts': lines(251, (index) => `export const a${index} = ${index};`) },
  'max-lines-per-function': {
    'src/session/long-function.ts': functionOf(60),
    'src/tui/long-component.tsx': functionOf(100),
    'test/long-test.ts': functionOf(60),
  },
  'no-console': { 'src/session/console.ts': 'console.error(1);' },
  'no-process-env': { 'src/session/env.ts': "export const home = process.env['HOME'];" },
  'no-process-exit': { 'src/commands/exit.ts': 'process.exit(1);' },
  'no-restricted-properties': { 'src/platform/exit-code.ts': 'process.exitCode = 1;' },
  'no-default-export': { 'src/session/default-export.ts': 'export default 1;' },
  'no-barrel-file': {
    'src/session/barrel.ts': "export * from './x.ts';",
    'src/session/x.ts': 'export const x = 1;',
  },
  'filename-case': { 'src/session/camelCase.ts': 'export const x = 1;' },
  'no-cycle': {
    'src/session/hen.ts': "import { egg } from './egg.ts';\nexport const hen = () => egg;",
    'src/session/egg.ts': "import { hen } from './hen.ts';\nexport const egg = () => hen;",
  },
  'no-explicit-any': { 'src/session/any.ts': 'export const x: any = 1;' },
  'no-non-null-assertion': { 'src/session/bang.ts': 'export const size = (x?: string) => x!.length;' },
  'exhaustive-deps': {
    'src/tui/deps.tsx': `import { useEffect } from 'react';
      export function Title({ text }: { text: string }): null {
        useEffect(() => { process.title = text; }, []);
        return null;
      }`,
  },
  'no-floating-promises': {
    'src/session/floating.ts': `${ASYNC_STEP}export function go(): void {\n  step();\n}`,
  },
  'no-misused-promises': {
    'src/session/misused.ts': `${ASYNC_STEP}export const go = () => [1].forEach(async () => { await step(); });`,
  },
  'return-await': {
    'src/session/unawaited.ts': `${ASYNC_STEP}export async function go(): Promise<number> {
      try { return step(); } catch { return 2; }
    }`,
  },
  'only-throw-error': { 'src/session/throw-text.ts': "export function fail(): never {\n  throw 'text';\n}" },
  'switch-exhaustiveness-check': {
    'src/session/switch.ts': `export function go(x: 'a' | 'b'): number {
      switch (x) { case 'a': return 1; }
      return 2;
    }`,
  },
  'no-focused-tests': { 'test/focused.test.ts': "import { test } from 'vitest';\ntest.only('x', () => {});" },
  'no-restricted-vi-methods': {
    'test/mock.test.ts': "import { vi } from 'vitest';\nvi.mock('../src/x.ts');",
  },
};

/** Files that look alike and may stand. */
const FINE: Record<string, string> = {
  'src/session/full.ts': `// A comment is no line of code.\n\n${lines(250, (index) => `export const a${index} = ${index};`)}`,
  'src/tui/component.tsx': functionOf(80),
  'src/main.ts': "process.exitCode = process.env['CI'] === undefined ? 0 : 1;",
  'src/platform/environment.ts': "export const path = process.env['PATH'];",
};

test('lint finds each planted mistake and nothing in the files beside it', async () => {
  const findings = await lintTree(Object.assign({}, FINE, ...Object.values(BROKEN)));
  for (const [rule, files] of Object.entries(BROKEN)) {
    const found = findings.filter((finding) => finding.rule === rule).map(({ file }) => file);
    const expected = Object.keys(files).filter((file) => !file.endsWith('/x.ts'));
    expect([...new Set(found)].sort(), rule).toEqual(expected.sort());
  }
  expect(findings.filter(({ file }) => file in FINE)).toEqual([]);
});
