import { expect, test } from 'vitest';
import { nameOfCommand } from '../../src/config/resolve-backend.ts';

test.each([
  ['gemini --acp', 'gemini'],
  ['/opt/bin/opencode acp', 'opencode'],
  ['npx -y @agentclientprotocol/claude-agent-acp@0.100.0', 'claude-agent-acp'],
  ['node ./agents/mine.mjs --acp', 'mine'],
  ['env KEY=value agent --acp', 'agent'],
  ['node', 'node'],
  ['uvx some_agent', 'some_agent'],
  ['"my agent" --acp', 'my-agent'],
])('the agent of %s is called %s', (line, name) => {
  const words = line.match(/"[^"]+"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  expect(nameOfCommand(words)).toBe(name);
});
