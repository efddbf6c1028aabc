import type { ContentBlock } from '../../core/content.ts';

type ResourceBlock = Extract<ContentBlock, { type: 'resource' }>;

export function textContents(uri: string, mimeType: string, text: string): ResourceBlock[] {
  return [{ type: 'resource', uri, mimeType, text }];
}

export function jsonContents(uri: string, value: unknown): ResourceBlock[] {
  return textContents(uri, 'application/json', JSON.stringify(value, null, 2));
}
