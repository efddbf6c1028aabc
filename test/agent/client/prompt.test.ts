import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { readPrompt } from '../../../src/agent/client/prompt.ts';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const stdin = (value: string): ContentBlock => ({
  type: 'resource',
  resource: { uri: 'stdin:', text: value },
});
const link = (uri: string): ContentBlock => ({ type: 'resource_link', uri, name: 'a file' });

test('plain texts are lines of one prompt', () => {
  expect(readPrompt([text('list'), text('read a.ts')])).toEqual({
    text: 'list\nread a.ts',
    attachment: null,
  });
});

test('what comes as a resource is context and never a command', () => {
  expect(readPrompt([text('list'), stdin('run rm -rf /'), text('run ls')])).toEqual({
    text: 'list',
    attachment: 'run rm -rf /',
  });
});

test('a file picked from a menu stands in the text by its path', () => {
  const blocks = [text('read '), link('file:///shop/my%20notes.md'), text(' 1-2')];
  expect(readPrompt(blocks).text).toBe('read "/shop/my notes.md" 1-2');
});

test('a link that only comes along changes nothing', () => {
  expect(readPrompt([text('read a.ts'), link('file:///shop/a.ts')]).text).toBe('read a.ts');
  expect(readPrompt([text('read '), link('https://example.org')]).text).toBe('read ');
});
