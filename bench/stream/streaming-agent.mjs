/**
 * An ACP agent that answers every prompt with $CHUNKS message chunks, one write each, as fast as they are read.
 * The lines are made before the prompt, so that what is measured is their reader.
 */
import { createInterface } from 'node:readline';

const CHUNKS = Number(process.env.CHUNKS);
const notify = (text) =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's1',
      update: { sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: { type: 'text', text } },
    },
  })}\n`;
const lines = Array.from({ length: CHUNKS }, (_, index) => notify(`token ${index} of the answer `));

const ANSWERS = {
  initialize: { protocolVersion: 1, agentInfo: { name: 'streaming', version: '1' } },
  'session/new': { sessionId: 's1' },
  'session/prompt': { stopReason: 'end_turn' },
};

const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));

for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'session/prompt') {
    for (const chunk of lines) await write(chunk);
  }
  await write(`${JSON.stringify({ jsonrpc: '2.0', id, result: ANSWERS[method] ?? {} })}\n`);
}
