import { parse, stringify } from 'yaml';
import { SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import type { LibraryEntry, NewLibraryEntry } from '../core/ports/library.ts';
import { cleanLine } from '../core/text/clean-text.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MAX_TITLE_CHARS = 100;
const MAX_TAGS = 50;

export type EntryContent = Pick<LibraryEntry, 'title' | 'tags' | 'created' | 'source' | 'text'>;

/** An entry as its file has it. `fallback` is its creation time where the file does not say, epoch milliseconds. */
export function parseEntryFile(file: string, fallback: number): EntryContent {
  const text = file.replace(/^\uFEFF/, '');
  const match = FRONT_MATTER.exec(text);
  const front = match === null ? null : readFrontMatter(match[1] ?? '');
  // What only looks like front matter, such as a rule between two lines, belongs to the text.
  const body = front === null ? text : text.slice(match?.[0].length ?? 0);
  const { title, tags, created, source } = front ?? {};
  const trimmed = body.replace(/\r\n?/g, '\n').trim();
  return {
    title: titleFrom(typeof title === 'string' || typeof title === 'number' ? String(title) : trimmed),
    tags: tagsFrom(tags),
    created: dateFrom(created) ?? new Date(fallback).toISOString(),
    ...(typeof source === 'string' && source !== '' ? { source: cleanLine(source) } : {}),
    text: trimmed,
  };
}

/** The file of an entry: front matter, then its text. */
export function formatEntryFile({ title, tags, created, source, text }: EntryContent): string {
  const front = stringify({
    title,
    ...(tags.length > 0 ? { tags } : {}),
    created,
    ...(source === undefined ? {} : { source }),
  });
  return `---\n${front}---\n\n${text.trim()}\n`;
}

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
  if (text.trim() === '') throw new SimseError('usage', 'An entry needs text.');
  if (text.length > MAX_TEXT_CHARS) {
    throw new SimseError(
      'limit',
      `An entry has at most ${MAX_TEXT_CHARS} characters; this one has ${text.length}.`,
    );
  }
}

/** The first heading or line of a text, as a title. */
function titleFrom(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  const title = cleanLine(line.replace(/^\s*#{1,6}\s+/, ''));
  return Array.from(title).slice(0, MAX_TITLE_CHARS).join('');
}

/** Tags as they are kept: clean, lower case, each once. A text is taken as a list with commas. */
export function tagsFrom(value: unknown): string[] {
  const given = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const tags = given
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map((tag) => cleanLine(String(tag)).toLowerCase().replace(/^#/, ''))
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, MAX_TAGS);
}

function readFrontMatter(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    return isRecord(value) ? value : null;
  } catch {
    return null; // Written by hand and wrong: shown as text, so that its writer sees it.
  }
}

function dateFrom(value: unknown): string | null {
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
