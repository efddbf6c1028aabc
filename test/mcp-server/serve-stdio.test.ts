import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { OwnTool } from '../../src/core/ports/own-tool.ts';
import { serveStdio } from '../../src/mcp-server/serve-stdio.ts';
import { claimStdout } from '../../src/platform/process-context.ts';
import { ownFeatures } from './own-features.ts';

async function serve(signal = new AbortController().signal, tools?: readonly OwnTool[]) {
  const own = await ownFeatures();
  const features = tools === undefined ? own.features : { ...own.features, tools: () => tools };
  const stdin = new PassThrough();
  const stdout = new PassThrough({ encoding: 'utf8' });
  const ended = serveStdio({ version: '1', features, onClientLog() {}, stdin, stdout, signal });
  return { stdin, stdout, ended };
}

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

const INITIALIZE = line({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'script', version: '1' } },
});

test('requests that are piped in are all answered before it ends', async () => {
  const { stdin, stdout, ended } = await serve();

  stdin.write('this is no message\n');
  stdin.write(INITIALIZE);
  stdin.write(line({ method: 'notifications/initialized' }));
  stdin.write(
    line({ id: 2, method: 'tools/call', params: { name: 'session_read', arguments: { id: 'bbb' } } }),
  );
  stdin.end(line({ id: 3, method: 'no/such/method' }));
  await ended;

  const answers = String(stdout.read())
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(answers).toHaveLength(3);
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: 'simse' } } });
  expect(answers.find(({ id }) => id === 2)).toMatchObject({
    result: { structuredContent: { session: { id: 'bbb222' } } },
  });
  expect(answers.find(({ id }) => id === 3)).toMatchObject({ error: { code: -32601 } });
});

test('it ends when it is told to, while the client still holds stdin open', async () => {
  const interrupt = new AbortController();
  const { stdin, ended } = await serve(interrupt.signal);
  stdin.write(INITIALIZE);

  interrupt.abort();

  await ended;
  expect(stdin.destroyed).toBe(true);
});

test('it ends when the client takes nothing more', async () => {
  const { stdin, stdout, ended } = await serve();
  stdin.write(INITIALIZE);

  stdout.destroy(new Error('EPIPE'));

  await ended;
  expect(stdin.destroyed).toBe(true);
});

test('what a tool still has to ask of a client that has gone is not waited for', async () => {
  let answer: unknown;
  const asking: OwnTool = {
    name: 'asking',
    title: 'Asking',
    description: 'Asks something.',
    inputSchema: { type: 'object' },
    async call(_args, { elicit, signal }) {
      answer = await elicit?.({ mode: 'form', message: 'Well?', fields: [] }, { askedBy: 'a', signal });
      return { content: [{ type: 'text', text: 'done' }], isError: false };
    },
  };
  const { stdin, stdout, ended } = await serve(undefined, [asking]);
  stdin.write(INITIALIZE.replace('"capabilities":{}', '"capabilities":{"elicitation":{"form":{}}}'));
  stdin.write(line({ id: 2, method: 'tools/call', params: { name: 'asking', arguments: {} } }));
  let said = '';
  stdout.on('data', (text: string) => (said += text));
  await expect.poll(() => said).toContain('elicitation/create');

  stdin.end();

  await ended;
  expect(answer).toEqual({ action: 'cancel' });
  expect(said).toContain('done');
});

test('once stdout is claimed, whatever else is written there goes to stderr', async () => {
  const seen: string[] = [];
  const { stdout: out, stderr: err } = process;
  const [writeOut, writeErr] = [out.write, err.write];
  onTestFinished(() => {
    out.write = writeOut;
    err.write = writeErr;
  });
  const record = (name: string): typeof writeOut => {
    return ((chunk: Uint8Array, _encoding: unknown, done: (() => void) | undefined) => {
      seen.push(`${name} ${Buffer.from(chunk).toString()}`);
      done?.();
      return true;
    }) as typeof writeOut;
  };
  out.write = record('stdout');
  err.write = record('stderr');

  const stdout = claimStdout();
  process.stdout.write('stray');
  await new Promise<void>((resolve) => {
    stdout.write('protocol', () => resolve());
  });

  expect(seen).toEqual(['stderr stray', 'stdout protocol']);
});
