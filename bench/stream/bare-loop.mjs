/** The least that a client can do: starts the agent, prompts it, reads its lines and writes their text. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const AGENT = fileURLToPath(new URL('streaming-agent.mjs', import.meta.url));
const CALLS = [
  ['initialize', { protocolVersion: 1, clientCapabilities: {} }],
  ['session/new', { cwd: process.cwd(), mcpServers: [] }],
  ['session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] }],
];

const agent = spawn(process.execPath, [AGENT], { stdio: ['pipe', 'pipe', 'inherit'] });
const call = (id) => {
  const [method, params] = CALLS[id];
  agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
};

createInterface(agent.stdout).on('line', (line) => {
  const { id, params } = JSON.parse(line);
  if (id === undefined) process.stdout.write(params.update.content.text);
  else if (id + 1 < CALLS.length) call(id + 1);
  else agent.stdin.end();
});
call(0);
