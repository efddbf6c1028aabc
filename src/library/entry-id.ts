import { SimseError } from '../core/errors.ts';

const MAX_SLUG_CHARS = 64;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** A text as the name of a file or folder: lower case letters and digits of any script, the rest as `-`. */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '');
  return Array.from(slug).slice(0, MAX_SLUG_CHARS).join('').replace(/-+$/, '');
}

/** The topic that a text names; throws SimseError('usage') for one without a letter or digit. */
export function topicOf(text: string): string {
  const topic = slugOf(text);
  if (topic !== '') return topic;
  throw new SimseError('usage', `"${text}" is not a topic.`, {
    hint: 'A topic is one or more words, such as "build" or "code style".',
  });
}

export function entryId(topic: string, name: string): string {
  return `${topic}/${name}`;
}

/** The parts of an id; null for what cannot be one, as a path that leads out of the library. */
export function splitEntryId(id: string): { topic: string; name: string } | null {
  const [topic = '', name = '', ...rest] = id.split('/');
  return rest.length === 0 && SLUG.test(topic) && SLUG.test(name) ? { topic, name } : null;
}

/** Whether a folder's or file's name can be part of an id. */
export function isSlug(name: string): boolean {
  return SLUG.test(name);
}
