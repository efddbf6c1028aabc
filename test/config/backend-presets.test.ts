import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BUILT_IN_BACKEND, backendSchema } from '../../src/config/backend-config.ts';
import { BACKEND_PRESETS, presetEntry } from '../../src/config/backend-presets.ts';

const preset = (name: string) => {
  const found = BACKEND_PRESETS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no preset ${name}.`);
  return found;
};
const lineOf = (name: string, isInstalled: boolean): string => {
  const { command, args = [] } = presetEntry(preset(name), isInstalled);
  return [command, ...args].join(' ');
};

test.each([
  ['claude', 'claude-agent-acp', 'npx -y @agentclientprotocol/claude-agent-acp'],
  ['codex', 'codex-acp', 'npx -y @agentclientprotocol/codex-acp'],
  ['gemini', 'gemini --acp', 'npx -y @google/gemini-cli --acp'],
  ['copilot', 'copilot --acp --stdio', 'npx -y @github/copilot --acp --stdio'],
  ['opencode', 'opencode acp', 'npx -y opencode-ai acp'],
  ['goose', 'goose acp', 'goose acp'],
  ['qwen', 'qwen --acp', 'npx -y @qwen-code/qwen-code --acp'],
  ['kimi', 'kimi acp', 'npx -y @moonshot-ai/kimi-code acp'],
  ['cursor', 'cursor-agent acp', 'cursor-agent acp'],
  ['grok', 'grok agent stdio', 'npx -y @xai-official/grok agent stdio'],
  ['cline', 'cline --acp', 'npx -y cline --acp'],
])('%s runs as `%s` where it is installed, else as `%s`', (name, installed, otherwise) => {
  expect([lineOf(name, true), lineOf(name, false)]).toEqual([installed, otherwise]);
});

test('every preset is a valid entry with a name of its own, and says where its program comes from', () => {
  const names = BACKEND_PRESETS.map(({ name }) => name);
  expect(new Set([...names, BUILT_IN_BACKEND]).size).toBe(names.length + 1);
  for (const known of BACKEND_PRESETS) {
    for (const isInstalled of [true, false]) backendSchema.parse(presetEntry(known, isInstalled));
    expect([known.npm === undefined, known.site === undefined], known.name).toContain(false);
  }
});

test('docs/agents.md has every preset as it is', async () => {
  const text = await readFile(new URL('../../docs/agents.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [a-z]+ \| `/.test(line));
  expect(rows).toEqual(
    BACKEND_PRESETS.map(
      ({ name, program, args, npm }) =>
        `| ${name} | \`${[program, ...args].join(' ')}\` |${npm === undefined ? '' : ` ${npm}`} |`,
    ),
  );
});
