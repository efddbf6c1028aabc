import { expect, test } from 'vitest';
import { fitMessages } from '../../../src/agent/model/fit-messages.ts';
import type { Message } from '../../../src/agent/model/model.ts';
import type { Provider } from '../../../src/agent/model/provider.ts';
import { providerAt } from './scripted-model.ts';

const fit = (messages: Message[], given: Partial<Provider> = {}, model = 'some-model') =>
  fitMessages(messages, providerAt('https://models.example/v1', given), model, true);

const called = (id: string): Message[] => [
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tool-call', toolCallId: id, toolName: 'grep', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: id, toolName: 'grep', output: { type: 'text', value: 'nothing' } },
    ],
  },
];

const idsIn = (messages: readonly Message[]): string[] =>
  [...JSON.stringify(messages).matchAll(/"toolCallId":"([^"]*)"/g)].map(([, id = '']) => id);

test('texts of nothing but blanks are left out, and messages with nothing else', () => {
  const messages = fit([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hello' },
        { type: 'text', text: ' \n' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: '\n\n' }, ...callIn('a')] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: '' },
      ],
    },
    { role: 'user', content: '  ' },
  ]);
  expect(messages).toEqual([
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: callIn('a') },
  ]);
});

function callIn(toolCallId: string) {
  return [{ type: 'tool-call' as const, toolCallId, toolName: 'grep', input: {} }];
}

test('what Google has marked stays for Google, though there is no word on it', () => {
  const signed: Message = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Yes.' },
      { type: 'text', text: '', providerOptions: { google: { thoughtSignature: 'signed' } } },
    ],
  };
  expect(JSON.stringify(fit([signed], { kind: 'google' }))).toContain('signed');
  expect(JSON.stringify(fit([signed], { kind: 'anthropic' }))).not.toContain('signed');
});

test('prompts that follow each other, as after an interrupt, are one', () => {
  const parts = [
    { type: 'text' as const, text: 'and now?' },
    { type: 'image' as const, image: 'AAAA', mediaType: 'image/png' },
  ];
  const messages: Message[] = [
    { role: 'user', content: 'first' },
    { role: 'user', content: [{ type: 'text', text: 'second' }] },
  ];
  expect(fit(messages)).toEqual([{ role: 'user', content: 'first\n\nsecond' }]);
  expect(fit([...messages, { role: 'user', content: parts }])).toMatchObject([
    { role: 'user', content: [{ text: 'first' }, { text: 'second' }, ...parts] },
  ]);
});

test.each([
  ['groq', 'https://api.groq.com/openai/v1', false],
  ['mistral', 'https://api.mistral.ai/v1', false],
  ['cerebras', 'https://api.cerebras.ai/v1', false],
  ['mine', 'https://api.groq.com/openai/v1', false],
  ['deepseek', 'https://api.deepseek.com/v1', true],
  ['moonshot', 'https://api.moonshot.ai/v1', true],
])('%s at %s is reminded of what its model thought: %s', (name, baseUrl, isReminded) => {
  const messages = JSON.stringify(fit(called('a'), { name, baseUrl }));
  expect(messages.includes('Hm.')).toBe(isReminded);
});

test.each([
  { kind: 'anthropic', id: 'functions.grep:0', fitting: /^[\w-]+$/ },
  { kind: 'openai', id: `call_${'x'.repeat(80)}`, fitting: /^.{1,64}$/ },
  { kind: 'openai-responses', id: `call_${'x'.repeat(80)}`, fitting: /^.{1,64}$/ },
] as const)('$kind: ids that another provider gave are made such as it takes', ({ kind, id, fitting }) => {
  const [call, answer] = idsIn(fit([...called(id), ...called(`${id}2`)], { kind }));
  expect(call).toMatch(fitting);
  expect(answer).toBe(call);
  expect(new Set(idsIn(fit([...called(id), ...called(`${id}2`)], { kind }))).size).toBe(2);
  expect(idsIn(fit(called('toolu_1'), { kind }))).toEqual(['toolu_1', 'toolu_1']);
});

test('Mistral, and its models elsewhere, get ids of nine letters and no user right after a tool', () => {
  const messages: Message[] = [...called('toolu_1'), { role: 'user', content: 'go on' }];
  for (const [given, model] of [
    [{ baseUrl: 'https://api.mistral.ai/v1' }, 'medium'],
    [{ baseUrl: 'http://127.0.0.1:8000/v1' }, 'Devstral-Small-2'],
  ] as const) {
    const fitted = fit(messages, given, model);
    expect(fitted.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user']);
    expect(idsIn(fitted)[0]).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(idsIn(fit(called('Ab3dEf6h9'), given, model))).toEqual(['Ab3dEf6h9', 'Ab3dEf6h9']);
  }
  expect(fit(messages).map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
});
