import { expect, test } from 'vitest';
import { mockBackend } from './start-mock.ts';

const text = (content: string) => ({
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: content } },
});
const hello = [{ type: 'text' as const, text: 'hello' }];
const signal = new AbortController().signal;

test('a prompt is answered', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [text('Hi '), text('there'), { result: { stopReason: 'end_turn' } }] },
  });
  const { backend, session } = await mock.open();
  expect(backend.agent).toEqual({ name: 'mock', version: '1.0.0' });
  expect(await session.prompt(hello, { signal })).toEqual({ stopReason: 'end_turn' });
  expect(mock.events).toEqual([
    { type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'Hi ' } },
    { type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'there' } },
  ]);
});
