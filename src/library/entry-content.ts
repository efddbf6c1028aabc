import { SimseError } from '../core/errors.ts';
import type { NewLibraryEntry } from '../core/ports/library.ts';
import { type EntryContent, tagsFrom, titleFrom } from './entry-file.ts';

const MAX_TEXT_CHARS = 500_000;

/** What a file is made of; throws SimseError('usage') for no text and ('limit') for one that is too long. */
export function contentFrom({
  title,
  text,
  tags,
  source,
  created,
}: Omit<NewLibraryEntry, 'topic'>): EntryContent {
  requireText(text);
  return {
    title: titleFrom(title ?? text),
    tags: tagsFrom(tags),
    created: created ?? new Date().toISOString(),
    ...(source === undefined ? {} : { source }),
    text: text.trim(),
  };
}

function requireText(text: string): void {
  if (text.trim() === '') throw new SimseError('usage', 'An entry needs a text.');
  if (text.length > MAX_TEXT_CHARS) {
    throw new SimseError(
      'limit',
      `An entry has at most ${MAX_TEXT_CHARS} characters; this one has ${text.length}.`,
    );
  }
}
