import { join } from 'node:path';
import { cleanLine } from '../core/text/clean-text.ts';
import { listMeta } from './list-sessions.ts';
import { readPassages } from './read-passages.ts';
import { eventsFile } from './session-files.ts';
import type { SessionMeta } from './session-meta.ts';

export interface SessionQuery {
  /** Words; each has to be in the session, or begin a word that is. */
  text: string;
  limit: number;
  /** Only sessions of this directory. */
  cwd?: string;
  signal?: AbortSignal;
}

export interface SessionHit {
  meta: SessionMeta;
  score: number;
  /** Lines from the passages that have most of the words. */
  excerpts: string[];
}

export interface FoundSessions {
  /** Best first; of equals the newer. */
  hits: SessionHit[];
  /** How many there are without the limit. */
  total: number;
}

/** More at once would only fill memory: the disk and the parser are the limit. */
const READ_AT_ONCE = 4;
const EXCERPTS = 3;
/** A word in the title weighs as much as this many in the text. */
const TITLE_WEIGHT = 8;

/**
 * Looks through what was said in every session below a folder. A session's score is the sum of log2(1 + how often) of each
 * word, so that many mentions of one word do not outdo one mention of each. Each log is read once, as a stream.
 */
export async function searchSessions(
  root: string,
  { text, limit, cwd, signal }: SessionQuery,
): Promise<FoundSessions> {
  const words = toWords(text);
  if (words.length === 0) return { hits: [], total: 0 };
  const waiting = await listMeta(root, cwd);
  const hits: SessionHit[] = [];
  const work = async (): Promise<void> => {
    for (let meta = waiting.shift(); meta !== undefined; meta = waiting.shift()) {
      signal?.throwIfAborted();
      const hit = await searchSession(join(root, meta.id), meta, words);
      if (hit !== null) hits.push(hit);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, work));
  hits.sort((one, other) => other.score - one.score || other.meta.updatedAt - one.meta.updatedAt);
  return { hits: hits.slice(0, limit), total: hits.length };
}

/** null when one of the words is missing. */
async function searchSession(
  dir: string,
  meta: SessionMeta,
  words: readonly string[],
): Promise<SessionHit | null> {
  const title = cleanLine(meta.title ?? '').toLowerCase();
  const counts = words.map((word) => TITLE_WEIGHT * countWord(title, word));
  const best: { words: number; text: string }[] = [];
  try {
    for await (const passage of readPassages(eventsFile(dir))) {
      const found = countWords(passage, words);
      const present = found.filter((count) => count > 0).length;
      if (present === 0) continue;
      for (const [index, count] of found.entries()) counts[index] = (counts[index] ?? 0) + count;
      if (present > (best[EXCERPTS - 1]?.words ?? 0))
        keepBest(best, { words: present, text: excerptOf(passage, words) });
    }
  } catch {
    return null; // Removed meanwhile, or out of reach.
  }
  if (counts.includes(0)) return null;
  const score = counts.reduce((sum, count) => sum + Math.log2(1 + count), 0);
  return { meta, score: Math.round(score * 100) / 100, excerpts: best.map((passage) => passage.text) };
}

function countWords(passage: string, words: readonly string[]): number[] {
  const lower = passage.toLowerCase();
  return words.map((word) => countWord(lower, word));
}

/** Of passages with as many words the earlier stay; none is kept twice. */
function keepBest(best: { words: number; text: string }[], passage: { words: number; text: string }): void {
  if (best.some(({ text }) => text === passage.text)) return;
  best.push(passage);
  best.sort((one, other) => other.words - one.words);
  best.splice(EXCERPTS);
}

const MAX_WORDS = 16;
const BEFORE_CHARS = 60;
const AFTER_CHARS = 140;
/** Scripts without upper and lower case often do without blanks, too: there a word may begin anywhere. */
const WORD_CHARACTER = /[\p{Lu}\p{Ll}\p{N}_]/u;

/** The words of a query, each once, as `countWord` wants them. */
function toWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, MAX_WORDS);
}

/** How often a word, or one that begins with it, stands in a text; both in lower case. */
function countWord(text: string, word: string): number {
  let count = 0;
  for (let at = findWord(text, word, 0); at >= 0; at = findWord(text, word, at + word.length)) count += 1;
  return count;
}

/** A line of a text around the first of the words, cleaned. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => findWord(lower, word, 0)).filter((at) => at >= 0);
  const at = Math.min(...found, text.length);
  const from = Math.max(0, at - BEFORE_CHARS);
  const to = at + AFTER_CHARS;
  const line = cleanLine(text.slice(from, to).replace(/\p{Surrogate}/gu, ''));
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
}

function findWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside =
      at > 0 && WORD_CHARACTER.test(text.charAt(at - 1)) && WORD_CHARACTER.test(word.charAt(0));
    if (!isInside) return at;
  }
  return -1;
}
