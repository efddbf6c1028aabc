/**
 * An ACP agent that does what the prompt says: `entries N` sends N messages of their own, `stream N` N chunks of one answer at
 * 200 a second, in paragraphs as a model writes them.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const RATE = 200;
const PIECES = [
  'The next ',
  'step is **clear**: ',
  'look at `core/reduce.ts` ',
  'and say ',
  'what it does. ',
  '\n\n',
];
const ANSWERS = {
  initialize: { protocolVersion: 1, agentInfo: { name: 'scripted', version: '1' } },
  'session/new': { sessionId: 's1' },
};

const send = (message) =>
  new Promise((resolve) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, resolve),
  );
const say = (messageId, text) =>
  send({
    method: 'session/update',
    params: {
      sessionId: 's1',
      update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } },
    },
  });

const SCRIPTS = {
  async entries(count) {
    for (let index = 0; index < count; index += 1)
      await say(
        `entry-${index}`,
        `Entry ${index} has a line or two of text in it, with \`code\` and **weight**.`,
      );
  },
  async stream(count) {
    const startedAt = performance.now();
    for (let index = 0; index < count && !cancelled; index += 1) {
      await say('streamed', PIECES[index % PIECES.length]);
      await delay(startedAt + ((index + 1) * 1000) / RATE - performance.now());
    }
  },
};

let cancelled = false;

async function take({ id, method, params }) {
  if (method === 'session/cancel') cancelled = true;
  if (id === undefined) return;
  if (method !== 'session/prompt') return send({ id, result: ANSWERS[method] ?? {} });
  cancelled = false;
  const [, script, count] =
    /(entries|stream) (\d+)/.exec(params.prompt.map(({ text }) => text).join(' ')) ?? [];
  await SCRIPTS[script]?.(Number(count));
  return send({ id, result: { stopReason: cancelled ? 'cancelled' : 'end_turn' } });
}

createInterface(process.stdin).on('line', (line) => void take(JSON.parse(line)));
