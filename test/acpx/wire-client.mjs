import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const REQUEST_MS = 60_000;
const REFUSED = { code: -32001, message: 'Permission denied by the client' };
const FOR_EVER = new Promise(() => {});

/**
 * An ACP client of the barest kind, which reads and writes JSON lines and nothing else, so that it can also say what a library
 * would not let it. `files` is what it does when the agent wants a file: allow, deny, or hold, which never answers.
 */
export function openWire(command, args, { cwd, env, files = 'allow' }) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  const updates = [];
  const asked = [];
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const serve = async ({ id, method, params }) => {
    asked.push(method);
    send({ id, ...(await answer(method, params, files)) });
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === 'session/update') updates.push(message.params);
    else if (message.method !== undefined) void serve(message);
    else waiting.get(message.id)?.(message);
  });
  let requests = 0;
  return {
    updates,
    asked,
    notify: (method, params) => send({ method, params }),
    /** Resolves with {result} or {error}, as the agent says it. */
    async request(method, params) {
      const id = (requests += 1);
      const timer = AbortSignal.timeout(REQUEST_MS);
      const late = once(timer, 'abort').then(() => ({
        error: { code: 0, message: `${method} took too long` },
      }));
      const answered = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return Promise.race([answered, late]);
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function answer(method, params, files) {
  if (files === 'hold') await FOR_EVER;
  if (files === 'deny') return { error: REFUSED };
  switch (method) {
    case 'fs/read_text_file':
      return readFile(params.path, 'utf8').then(
        (content) => ({ result: { content } }),
        ({ message }) => ({ error: { code: -32002, message } }),
      );
    case 'fs/write_text_file':
      await writeFile(params.path, params.content);
      return { result: {} };
    case 'session/request_permission':
      return { result: { outcome: { outcome: 'selected', optionId: params.options[0].optionId } } };
    default:
      return { error: { code: -32601, message: `this client has no ${method}` } };
  }
}
