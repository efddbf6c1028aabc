import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const SIMSE = fileURLToPath(new URL('../../bin/simse.js', import.meta.url));
const { agent: toAgent, client: fromAgent } = methods;

/** `simse agent` in a process of its own, and a client that allows whatever it wants. */
export async function openAgent(env) {
  const child = spawn(process.execPath, [SIMSE, 'agent'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const spans = new Map();
  const app = client({ name: 'bench' }).onNotification(fromAgent.session.update, ({ params }) =>
    noteCall(spans, params.update),
  );
  serveFiles(app);
  serveTerminals(app);
  const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
  const { agent } = connection;
  await agent.request(toAgent.initialize, {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  });
  return {
    /** Runs a prompt in a session of its own; resolves with when each tool call began and ended. */
    async work(cwd, text) {
      spans.clear();
      const { sessionId } = await agent.request(toAgent.session.new, { cwd, mcpServers: [] });
      await agent.request(toAgent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
      await agent.request(toAgent.session.close, { sessionId });
      return [...spans.values()];
    },
    async close() {
      connection.close();
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** A call is there when it is first told, and done when it has completed or failed. */
function noteCall(spans, { sessionUpdate, toolCallId, status }) {
  const now = performance.now();
  if (sessionUpdate === 'tool_call') spans.set(toolCallId, { begin: now, end: now });
  const span = spans.get(toolCallId);
  if (span !== undefined && (status === 'completed' || status === 'failed')) span.end = now;
}

function serveFiles(app) {
  app
    .onRequest(fromAgent.fs.readTextFile, async ({ params: { path, line = 1, limit } }) => {
      const lines = (await readFile(path, 'utf8')).split(/(?<=\n)/);
      const begin = (line ?? 1) - 1;
      return { content: lines.slice(begin, limit == null ? undefined : begin + limit).join('') };
    })
    .onRequest(fromAgent.fs.writeTextFile, async ({ params: { path, content } }) => {
      await writeFile(path, content);
      return {};
    })
    .onRequest(fromAgent.session.requestPermission, ({ params: { options } }) => ({
      outcome: { outcome: 'selected', optionId: options[0].optionId },
    }));
}

function serveTerminals(app) {
  const terminals = new Map();
  app
    .onRequest(fromAgent.terminal.create, ({ params: { command, args, cwd } }) => {
      const terminal = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      const terminalId = `terminal-${terminals.size + 1}`;
      const running = { terminal, output: '', exited: once(terminal, 'close') };
      for (const stream of [terminal.stdout, terminal.stderr]) {
        stream.on('data', (chunk) => (running.output += chunk));
      }
      terminals.set(terminalId, running);
      return { terminalId };
    })
    .onRequest(fromAgent.terminal.waitForExit, async ({ params }) => {
      const [exitCode, signal] = await terminals.get(params.terminalId).exited;
      return { exitCode, signal };
    })
    .onRequest(fromAgent.terminal.output, ({ params }) => {
      const { output } = terminals.get(params.terminalId);
      return { output, truncated: false };
    })
    .onRequest(fromAgent.terminal.release, ({ params }) => {
      terminals.get(params.terminalId).terminal.kill();
      return {};
    });
}
