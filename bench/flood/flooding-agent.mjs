/**
 * An ACP agent that does what the prompt says: `calls N` makes N tool calls, `asks N` asks permission for N calls one after
 * the other, `storm N` asks them all at once, each with a call that it belongs to. With `stay` it does not end its turn by
 * itself.
 */
import { createInterface } from 'node:readline';

const ANSWERS = {
  initialize: { protocolVersion: 1, agentInfo: { name: 'flooding', version: '1' } },
  'session/new': { sessionId: 's1' },
};
const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

const waiting = new Map();
let cancel = () => {};
let isCancelled = false;
let asked = 0;

const send = (message) =>
  new Promise((resolve) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, resolve),
  );
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } });
const callOf = (index) => ({
  toolCallId: `call-${index}`,
  title: `Run step ${index}`,
  kind: 'execute',
  rawInput: { command: `make step-${index}`, description: 'one step of many' },
});

async function call(index) {
  await update({ sessionUpdate: 'tool_call', status: 'in_progress', ...callOf(index), kind: 'read' });
  await update({
    sessionUpdate: 'tool_call_update',
    toolCallId: `call-${index}`,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: `step ${index} is done\n` } }],
  });
}

async function ask(index) {
  asked += 1;
  const id = `ask-${asked}`;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  await send({
    id,
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: callOf(index), options: OPTIONS },
  });
  return answered;
}

/** As many as there is room for; the rest waits for those before it. */
const SCRIPTS = {
  async calls(count) {
    for (let index = 0; index < count && !isCancelled; index += 1) await call(index);
  },
  async asks(count) {
    for (let index = 0; index < count && !isCancelled; index += 1) {
      await ask(index);
      await update({ sessionUpdate: 'tool_call_update', toolCallId: `call-${index}`, status: 'completed' });
    }
  },
  async storm(count) {
    const answers = [];
    for (let index = 0; index < count && !isCancelled; index += 1) {
      answers.push(ask(index));
      if (index % 100 === 99) await update({ sessionUpdate: 'plan', entries: [] });
    }
    await Promise.all(answers);
  },
};

async function prompt({ id, params }) {
  isCancelled = false;
  const cancelled = new Promise((resolve) => {
    cancel = () => {
      isCancelled = true;
      resolve();
    };
  });
  const text = params.prompt.map((block) => block.text ?? '').join(' ');
  for (const [, name, count] of text.matchAll(/(calls|asks|storm) (\d+)/g))
    await SCRIPTS[name](Number(count));
  await update({
    sessionUpdate: 'agent_message_chunk',
    messageId: `end-${id}`,
    content: { type: 'text', text: `all of ${text} is done` },
  });
  if (text.includes('stay')) await cancelled;
  await send({ id, result: { stopReason: isCancelled ? 'cancelled' : 'end_turn' } });
}

function take(message) {
  const { id, method } = message;
  if (method === 'session/cancel') return cancel();
  if (method === undefined) return waiting.get(id)?.(message.result);
  if (id === undefined) return undefined;
  return method === 'session/prompt' ? prompt(message) : send({ id, result: ANSWERS[method] ?? {} });
}

createInterface(process.stdin).on('line', (line) => void take(JSON.parse(line)));
