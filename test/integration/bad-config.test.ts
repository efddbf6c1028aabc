import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { writeFiles } from '../helpers/temp-dir.ts';

/** A file below the sandbox, what is wrong with it, and what is said after its name. */
const BAD_FILES: [string, unknown, string][] = [
  ['config/acp.json', '{"servers": [\n  {"name": "a",, }\n]}', '2:16: is not valid JSON: '],
  ['config/acp.json', { servers: 'claude' }, '2:14: servers: expected a list of agents, found "claude"'],
  [
    'work/.simse/acp.json',
    { servers: [{ name: 'a', command: 'a', args: '--acp' }] },
    '6:15: servers[0].args: expected a list of strings, found a string',
  ],
  ['config/mcp.json', '', ' is empty'],
  [
    'work/mcp.json',
    { mcpServers: { files: { command: 7 } } },
    '4:18: mcpServers.files.command: expected a string, found 7',
  ],
  [
    'config/config.json',
    { permissionMode: 'yolo' },
    '2:21: permissionMode: expected "default", "acceptEdits"',
  ],
  ['work/.simse/config.json', { allow: ['shell(git'] }, '3:5: allow[0]: '],
  ['work/.simse/config.json', { alow: [] }, '2:11: alow: is not a known key; did you mean "allow"?'],
];
test.each(BAD_FILES)(
  '%s holding %j ends with 2, the file, the place and what was expected',
  async (file, content, problem) => {
    const sandbox = await createSandbox({ [file]: content });
    const { stdout, stderr, exitCode } = await runSimse(sandbox, [
      '-p',
      'write made.txt\nx',
      '--trust-project',
    ]);
    expect(stderr).toContain(`simse: ${join(sandbox.root, file)}:${problem}`);
    expect(stderr).not.toMatch(/ at .*\.js|is a bug/);
    expect([stdout, exitCode]).toEqual(['', 2]);
  },
);

test('every command that needs the bad file refuses it, and doctor lists it', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': '{"servers": 1}' });
  const commands = [
    ['mcp', 'list'],
    ['mcp', 'tools'],
    ['mcp', 'call', 'a/b'],
    ['-p', 'hi'],
  ];
  const runs = await Promise.all(commands.map((args) => runSimse(sandbox, args)));
  for (const { stderr, exitCode } of runs) {
    expect(stderr).toContain('mcp.json:1:13: servers: expected a list of servers, found 1');
    expect(exitCode).toBe(2);
  }
  const doctor = await runSimse(sandbox, ['doctor']);
  expect(doctor.stdout).toMatch(/FAIL +config +.*mcp\.json:1:13: servers/);
  expect(doctor.exitCode).toBe(1);
});

test('what is not about the bad file works all the same', async () => {
  const sandbox = await createSandbox({ 'config/acp.json': '{', 'config/mcp.json': '{' });
  for (const args of [['sessions', 'list'], ['completion', 'bash'], ['--help'], ['--version']]) {
    expect((await runSimse(sandbox, args)).exitCode).toBe(0);
  }
});

test('a file named by --mcp-config that is missing or wrong ends with 2', async () => {
  const sandbox = await createSandbox({ 'work/bad.json': '[1]' });
  for (const [file, problem] of [
    ['none.json', 'no such file'],
    ['bad.json', 'expected an object, found a list'],
  ] as const) {
    const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'hi', '--mcp-config', file]);
    expect(stderr).toMatch(new RegExp(`${file}.*${problem}`));
    expect(exitCode).toBe(2);
  }
});

test('a variable that is not set is named with its file, and its value is never shown', async () => {
  const sandbox = await createSandbox();
  const entry = { name: 'a', command: 'agent-${SECRET_ONE}', args: ['${SECRET_TWO}'] };
  await writeFiles(sandbox.config, { 'acp.json': { servers: [entry] } });
  const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'hi'], { env: { SECRET_ONE: 'hunter2' } });
  expect(stderr).toMatch(/acp\.json.*SECRET_TWO/);
  expect(stderr).not.toContain('hunter2');
  expect(exitCode).toBe(2);
});

test('keys that other hosts write into mcp.json are ignored with a warning', async () => {
  const sandbox = await createSandbox({
    'config/mcp.json': { mcpServers: { off: { command: 'x', disabled: true, autoApprove: [] } } },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'say hi']);
  expect(stderr).toMatch(/mcp\.json: mcpServers\.off\.autoApprove is ignored/);
  expect([stdout, exitCode]).toEqual(['hi\n', 0]);
});
