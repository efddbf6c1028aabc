import { expect, test } from 'vitest';
import { fitPictures } from '../../../src/agent/model/fit-messages.ts';
import type { Message } from '../../../src/agent/model/model.ts';
import type { ModelServer } from '../../fixtures/model/model-server.mjs';
import { ask, modelAt, modelServer } from './scripted-model.ts';

const PIXEL = 'iVBORw0KGgo=';
const MESSAGES: Message[] = [
  { role: 'user', content: 'Look at it' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: {} }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'read_file',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'a.png is a PNG picture.' },
            { type: 'image-data', data: PIXEL, mediaType: 'image/png' },
          ],
        },
      },
    ],
  },
];

const sent = ({ requests }: ModelServer): string => JSON.stringify(requests.at(-1)?.body);

test.each(['openai', 'anthropic', 'google'] as const)(
  '%s gets a picture that a tool gave as a picture',
  async (kind) => {
    const server = await modelServer({ steps: [{ text: 'A dot.' }] });
    await ask(modelAt(server, kind), { messages: MESSAGES });
    const body = sent(server);
    expect(body.split(PIXEL)).toHaveLength(2);
    expect(body).not.toContain('image-data');
    expect(body).toMatch(/"image_url":|"type":"image"|"inlineData":/);
  },
);

test.each(['openai', 'anthropic', 'google'] as const)(
  '%s: a model that takes no pictures is told of them',
  async (kind) => {
    const server = await modelServer({ steps: [{ text: 'I cannot see it.' }] });
    const picture = { type: 'image' as const, image: PIXEL, mediaType: 'image/png' };
    const messages: Message[] = [...MESSAGES.slice(1), { role: 'user', content: [picture] }];
    await ask(modelAt(server, kind, { takesImages: false }), {
      messages: [{ role: 'user', content: 'Hi' }, ...messages],
    });
    const body = sent(server);
    expect(body).not.toContain(PIXEL);
    expect(body.split('which you cannot see')).toHaveLength(3);
  },
);

test('messages without pictures stay as they are', () => {
  const plain = MESSAGES.slice(0, 2);
  const provider = { kind: 'openai' } as Parameters<typeof fitPictures>[1];
  expect(fitPictures(plain, provider, true)).toEqual(plain);
  expect(fitPictures(plain, provider, false)).toEqual(plain);
});
