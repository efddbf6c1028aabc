import { expect, test } from 'vitest';
import { blocksToText, blockToText, type ContentBlock } from '../../src/core/content.ts';

test.each<[ContentBlock, string]>([
  [{ type: 'text', text: 'a\nb' }, 'a\nb'],
  [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }, '[image image/png, 3 bytes]'],
  [{ type: 'image', mimeType: 'image/png', data: 'AA==' }, '[image image/png, 1 bytes]'],
  [{ type: 'audio', mimeType: 'audio/wav', data: '' }, '[audio audio/wav, 0 bytes]'],
  [{ type: 'resource_link', uri: 'file:///a', name: 'a' }, '[a](file:///a)'],
  [{ type: 'resource', uri: 'file:///a', text: 'content' }, 'content'],
  [{ type: 'resource', uri: 'file:///a', blob: 'AAAA' }, '[resource file:///a]'],
  [{ type: 'unknown', json: '{"x":1}' }, '{"x":1}'],
])('%j is shown as "%s"', (block, text) => {
  expect(blockToText(block)).toBe(text);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a\nb'],
  [['a\n', 'b'], 'a\nb'],
  [['a\n', '\nb'], 'a\n\nb'],
])('the texts %j together are %j', (texts, together) => {
  expect(blocksToText(texts.map((text) => ({ type: 'text', text })))).toBe(together);
});
