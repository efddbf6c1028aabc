import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

test.each(['--version', '-V', '-v'])('%s prints the version and nothing else', async (flag) => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), [flag]);
  expect([stdout, stderr, exitCode]).toEqual([`${packageJson.version}\n`, '', 0]);
});

test('--help lists commands, options and exit codes', async () => {
  const { stdout, exitCode } = await runSimse(await createSandbox(), ['--help']);
  for (const word of ['doctor', '--permission-mode', 'Exit codes', 'simse -p'])
    expect(stdout).toContain(word);
  expect(exitCode).toBe(0);
});

const MISTAKES: [string, string[], RegExp][] = [
  ['an unknown option, with what was probably meant', ['--modle', 'x'], /--modle.*\n?.*--model/],
  [
    'an argument that is missing, with the help of that command',
    ['sessions', 'show'],
    /simse sessions show --help/,
  ],
  ['an unknown subcommand of mcp', ['mcp', 'lst'], /lst.*\n?.*list/],
  ['a mistyped command, which is not sent as a prompt', ['docter'], /Did you mean doctor/],
  [
    'an output format that does not exist',
    ['-p', 'help', '--output-format', 'yaml'],
    /yaml.*text, json, stream-json/,
  ],
  ['a mode that does not exist', ['-p', 'help', '--permission-mode', 'yolo'], /yolo.*default/],
  ['a rule that cannot be read', ['-p', 'help', '--allow', 'shell(git'], /shell\(git/],
  ['a time that is none', ['-p', 'help', '--timeout', 'soon'], /soon/],
  ['no turns at all', ['-p', 'help', '--max-turns', '0'], /0/],
  ['a directory that does not exist', ['-p', 'help', '--cwd', 'nowhere'], /nowhere is not a directory/],
  [
    'an added directory that does not exist',
    ['-p', 'help', '--add-dir', 'nowhere'],
    /nowhere is not a directory/,
  ],
  ['an empty agent command', ['-p', 'help', '--agent-command', ' '], /--agent-command is empty/],
  ['a tool name without a server', ['mcp', 'call', 'echo'], /server\/tool/],
  ['tool arguments that are not JSON', ['mcp', 'call', 'a/b', '{'], /not JSON/],
  ['a completion for an unknown shell', ['completion', 'tcsh'], /bash, zsh and fish/],
  ['a prompt that is empty', ['-p', ''], /no prompt/],
];
test.each(MISTAKES)('%s ends with 2 and one message', async (_title, args, message) => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), args);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/ at .*\.js|is a bug/);
  expect([stdout, exitCode]).toEqual(['', 2]);
});

test('a backend that is not configured ends with 4 and names those that are', async () => {
  const sandbox = await createSandbox({
    'config/acp.json': { servers: [{ name: 'claude', command: 'claude-agent' }] },
  });
  const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'hi', '--agent', 'claud']);
  expect(stderr).toContain('claude');
  expect(exitCode).toBe(4);
});

test('a session that does not exist ends with 4', async () => {
  const { stderr, exitCode } = await runSimse(await createSandbox(), ['sessions', 'show', 'zzz']);
  expect(stderr).toContain('zzz');
  expect(exitCode).toBe(4);
});

test.each(['bash', 'zsh', 'fish'])('completion for %s knows the commands and options', async (shell) => {
  const { stdout, exitCode } = await runSimse(await createSandbox(), ['completion', shell]);
  for (const word of ['doctor', 'sessions', 'tools', 'permission-mode']) expect(stdout).toContain(word);
  expect(exitCode).toBe(0);
});

const EMPTY_LISTS: [string, string[], object][] = [
  ['MCP servers', ['mcp', 'list'], { servers: [] }],
  ['tools', ['mcp', 'tools'], { tools: [] }],
  ['sessions', ['sessions', 'list'], { sessions: [] }],
];
test.each(EMPTY_LISTS)(
  'a list of no %s says so, and is an empty list as json',
  async (_title, args, expected) => {
    const sandbox = await createSandbox();
    const asText = await runSimse(sandbox, args);
    expect([asText.stdout, asText.exitCode]).toEqual(['', 0]);
    expect(asText.stderr).not.toBe('');
    const asJson = await runSimse(sandbox, [...args, '--output-format', 'json']);
    expect(JSON.parse(asJson.stdout)).toEqual(expected);
  },
);
