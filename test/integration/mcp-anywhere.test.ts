import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

const LISTS = [['list'], ['status'], ['tools'], ['prompts'], ['resources'], ['pins'], ['import']];
const ONE_SERVER = [
  ['status', 'a'],
  ['tools', 'a'],
  ['prompts', 'a'],
  ['resources', 'a'],
  ['call', 'a/b'],
  ['get', 'a:b'],
  ['read', 'a:b'],
  ['enable', 'a'],
  ['disable', 'a'],
  ['remove', 'a'],
  ['pins', 'accept', 'a'],
  ['pins', 'forget', 'a'],
];

test.each(LISTS)('mcp %s says that there is nothing where nothing is configured', async (...args) => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), ['mcp', ...args]);
  expect([stdout, exitCode]).toEqual(['', 0]);
  expect(stderr).toMatch(/^simse: No /);
});

test.each(ONE_SERVER)('mcp %s %s says how a server is configured where none is', async (...args) => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), ['mcp', ...args]);
  expect(stderr).toMatch(/No MCP server is called "a"\.\nNone is configured: simse mcp add/);
  expect([stdout, exitCode]).toEqual(['', 2]);
});

test.each([...LISTS, ...ONE_SERVER])('mcp %s %s tells what is wrong in mcp.json', async (...args) => {
  const sandbox = await createSandbox({ 'config/mcp.json': '{ "mcpServers": { "a": { "args": [] } } }' });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', ...args.filter(Boolean)]);
  expect(stderr).toMatch(/mcp\.json:1:\d+: mcpServers\.a\.command: is missing, expected a string/);
  expect([stdout, exitCode]).toEqual(['', 2]);
});
