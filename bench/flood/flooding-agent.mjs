/**
 * An ACP agent that does what the prompt says: `calls N` makes N tool calls, `asks N` asks permission for N calls one after
 * the other, `storm N` asks them all at once, each with a call that it belongs to. `mark N` appends to $MARKS, as {"cpuMs"}, what
 * its client has used of the processor by then. With `stay` it does not end its turn by itself.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
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
/** Of what was asked for; calls are numbered within it. */
let part = 0;

const send = (message) =>
  new Promise((resolve) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, resolve),
  );
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } });
const callOf = (index) => ({
  toolCallId: `call-${part}-${index}`,
  title: `Run step ${index}`,
  kind: 'execute',
  rawInput: { command: `make step-${index}`, description: 'one step of many' },
});

async function call(index) {
  await update({ sessionUpdate: 'tool_call', status: 'in_progress', ...callOf(index), kind: 'read' });
  await update({
    sessionUpdate: 'tool_call_update',
    toolCallId: `call-${part}-${index}`,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: `step ${index} is done\n` } }],
  });
}

async function request(method, params) {
  asked += 1;
  const id = `ask-${asked}`;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  await send({ id, method, params: { sessionId: 's1', ...params } });
  return answered;
}

const ask = (index) => request('session/request_permission', { toolCall: callOf(index), options: OPTIONS });

/** Of all its threads; it has dealt with all that was sent before when it answers. */
async function mark() {
  await request('_simse/bench_mark', {});
  const tasks = `/proc/${process.ppid}/task`;
  const spent = readdirSync(tasks).map(
    (task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0],
  );
  const cpuMs = spent.reduce((sum, ns) => sum + Number(ns) / 1e6, 0);
  appendFileSync(process.env.MARKS, `${JSON.stringify({ cpuMs })}\n`);
}

const SCRIPTS = {
  mark,
  async calls(count) {
    for (let index = 0; index < count && !isCancelled; index += 1) await call(index);
  },
  async asks(count) {
    for (let index = 0; index < count && !isCancelled; index += 1) {
      await ask(index);
      await update({
        sessionUpdate: 'tool_call_update',
        toolCallId: `call-${part}-${index}`,
        status: 'completed',
      });
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
  // What was said earlier may stand before it.
  const { text } = params.prompt.findLast(({ type }) => type === 'text');
  for (const [, name, count] of text.matchAll(/(calls|asks|storm|mark) (\d+)/g)) {
    part += 1;
    await SCRIPTS[name](Number(count));
  }
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
