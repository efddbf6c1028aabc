import type { ContentBlock } from '../../core/content.ts';
import { isRecord } from '../../core/json.ts';
import { toContentBlock } from './to-content-block.ts';

const MAX_CONTENTS = 500;

/** The contents of a resources/read result; null when there are none. One that does not say whose it is, is of `uri`. */
export function toResourceBlocks(answer: unknown, uri: string): ContentBlock[] | null {
  if (!isRecord(answer) || !Array.isArray(answer['contents'])) return null;
  return answer['contents']
    .slice(0, MAX_CONTENTS)
    .map((raw) => toContentBlock(isRecord(raw) ? { type: 'resource', resource: { uri, ...raw } } : raw));
}
