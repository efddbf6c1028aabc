import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const WRITE = 'TOOL write_file path={work}/made.txt content="hello from the tool\\n"';
const SHELL = 'TOOL shell cmd="touch made-by-shell.txt"';
/** Names as the end of a pattern, since Codex offers its model `_` for every `-`, and Kimi one `_` for two. */
const ECHO = 'TOOL mcp name=echo server=simse args={"message":"ping"}';
const LONG = 'TOOL mcp name=operation server=simse args={"duration":SECONDS,"steps":8}';
const RESOURCE = 'demo://resource/static/document/architecture.md';
const READ = `TOOL mcp name=read_resource server=simse args={"uri":"${RESOURCE}"}`;
const STREAM = ['--output-format', 'stream-json'];
const BYPASS = ['--permission-mode', 'bypassPermissions'];

/** What the agent does and simse is asked about: files, commands, and tools of an MCP server through the bridge. */
export const TOOL_CASES = [
  {
    name: 'write: acceptEdits',
    async run(trial) {
      const run = await write(trial, ['--permission-mode', 'acceptEdits']);
      expectDone(trial, run);
      trial.expect(await hasWritten(run), 'the file is written', run);
    },
  },
  {
    name: 'write: --allow',
    async run(trial) {
      const run = await write(trial, ['--allow', 'write_file(made.txt)']);
      expectDone(trial, run);
      trial.expect(await hasWritten(run), 'the file is written', run);
    },
  },
  {
    name: 'write: refused',
    async run(trial) {
      const run = await write(trial, []);
      expectRefused(trial, run);
      trial.expect(!(await hasWritten(run)), 'the file is not written', run);
    },
  },
  {
    name: 'shell: --allow',
    async run(trial) {
      const run = await trial.prompt(SHELL, ['--allow', 'shell(touch *)']);
      expectDone(trial, run);
      trial.expect(await exists(run, 'made-by-shell.txt'), 'the command ran', run);
    },
  },
  {
    name: 'shell: --allow all',
    async run(trial) {
      const run = await trial.prompt(SHELL, ['--allow', 'shell']);
      expectDone(trial, run);
      trial.expect(await exists(run, 'made-by-shell.txt'), 'the command ran', run);
    },
  },
  {
    name: 'shell: refused',
    async run(trial) {
      const run = await trial.prompt(SHELL);
      expectRefused(trial, run);
      trial.expect(!(await exists(run, 'made-by-shell.txt')), 'the command did not run', run);
    },
  },
  {
    name: 'MCP: --allow',
    needs: 'mcp',
    async run(trial) {
      const run = await trial.prompt(ECHO, ['--allow', 'everything/*'], { files: mcpFile(trial) });
      expectDone(trial, run);
      trial.expect(/Echo: ping/.test(run.stdout), 'the tool answered', run.stdout);
    },
  },
  {
    name: 'MCP: refused',
    needs: 'mcp',
    async run(trial) {
      for (const args of [[], [...BYPASS, '--deny', 'everything/echo']]) {
        const run = await trial.prompt(ECHO, args, { files: mcpFile(trial) });
        expectRefused(trial, run);
        trial.expect(!/Echo: ping/.test(run.stdout), 'the tool was not called', run.stdout);
      }
    },
  },
  {
    name: 'MCP: progress',
    needs: 'mcp',
    async run(trial) {
      const args = [...STREAM, '--allow', 'everything/*'];
      const run = await trial.prompt(LONG.replace('SECONDS', '4'), args, { files: mcpFile(trial) });
      expectDone(trial, run);
      const steps = linesOf(run).filter(({ type }) => type === 'tool_progress');
      trial.expect(
        steps.length > 2 && steps.every(({ tool }) => tool.startsWith('everything/')),
        'how far the call is, is told on the way',
        run.stdout,
      );
      trial.expect(steps.at(-1)?.progress === steps.at(-1)?.total, 'the last step is told', steps.at(-1));
    },
  },
  {
    name: 'MCP: cancel',
    needs: 'mcp',
    async run(trial) {
      const run = await trial.prompt(LONG.replace('SECONDS', '80'), [...STREAM, '--allow', 'everything/*'], {
        files: mcpFile(trial),
        async during({ until, signal }) {
          if (await until((stdout) => stdout.includes('"type":"permission"'))) signal('SIGINT');
        },
      });
      trial.expect(run.exitCode === 130, 'it ends with 130', run);
      trial.expect(linesOf(run).at(-1)?.subtype === 'cancelled', 'it is said to be cancelled', run);
      trial.expect(run.milliseconds < 60_000, 'it does not wait for the end of the call', run);
    },
  },
  {
    name: 'MCP: resource',
    needs: 'mcp',
    async run(trial) {
      const allow = ['--allow', 'everything/resources/read'];
      const run = await trial.prompt(READ, allow, { files: mcpFile(trial) });
      expectDone(trial, run);
      trial.expect(/Architecture/i.test(run.stdout), 'the resource is read', run.stdout);
      const refused = await trial.prompt(READ, [], { files: mcpFile(trial) });
      expectRefused(trial, refused);
      trial.expect(/everything\/resources\/read/.test(refused.stderr), 'what was denied is named', refused);
    },
  },
  {
    name: 'MCP: three at once',
    needs: 'mcp',
    async run(trial) {
      const echoes = ['one', 'two', 'three'].map((word) => ECHO.replace('ping', word));
      const prompt = ['PARALLEL', ...echoes].join('\n');
      const run = await trial.prompt(prompt, [...STREAM, '--allow', 'everything/echo'], {
        files: mcpFile(trial),
      });
      expectDone(trial, run);
      const asked = linesOf(run).filter(({ type }) => type === 'permission');
      trial.expect(asked.length === 3, 'each call is decided about once', asked);
      for (const word of ['one', 'two', 'three'])
        trial.expect(run.stdout.includes(`Echo: ${word}`), `${word} is answered`, run.stdout);
    },
  },
  {
    name: 'two tools at once',
    async run(trial) {
      const run = await write(trial, BYPASS, { before: 'PARALLEL\n', after: `\n${SHELL}` });
      expectDone(trial, run);
      trial.expect(await hasWritten(run), 'the file is written', run);
      trial.expect(await exists(run, 'made-by-shell.txt'), 'the command ran', run);
    },
  },
];

function write(trial, args, { before = '', after = '' } = {}) {
  return trial.prompt((sandbox) => `${before}${WRITE.replace('{work}', sandbox.work)}${after}`, args);
}

function mcpFile({ mcp: [command, ...args] }) {
  return { 'config/mcp.json': { servers: [{ name: 'everything', command, args }] } };
}

function linesOf({ stdout }) {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function expectDone(trial, run) {
  trial.expect(run.exitCode === 0, 'it ends with 0', run);
  trial.expect(/Done\. The tool said/.test(run.stdout), 'the agent goes on after the tool', run.stdout);
}

function expectRefused(trial, run) {
  trial.expect(run.exitCode === 5, 'it ends with 5', run);
  const said = /Denied: .*(?:would allow it|denied by the rule)/s;
  trial.expect(said.test(run.stderr), 'what was denied, and why, is on stderr', run.stderr);
}

async function hasWritten({ sandbox }) {
  const text = await readFile(path.join(sandbox.work, 'made.txt'), 'utf8').catch(() => null);
  return text?.trim() === 'hello from the tool';
}

export function exists({ sandbox }, name) {
  return stat(path.join(sandbox.work, name)).then(
    () => true,
    () => false,
  );
}
