import { createReadStream } from 'node:fs';
import { isRecord } from '../core/json.ts';
import { cleanText } from '../core/text/clean-text.ts';
import { readJsonLines } from '../platform/json-lines.ts';

/** A text that has come to be longer is handed over in parts. */
const MAX_PASSAGE_CHARS = 64 * 1024;
/** simse writes the type of an event first. */
const TYPE = /^\{"type":"(\w+)"/;
const TYPE_BYTES = 64;
const TELLING: ReadonlySet<string> = new Set(['turn_started', 'message_chunk', 'tool_call', 'title']);
/** Few texts have any, and cleaning them all would take longer than the search. */
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * What was said in a session, and the titles of what was done, text by text and in order; a message that was recorded in
 * pieces is one. Without escape sequences, which would hide the words next to them. Never more than a line and a passage
 * are held. Damaged lines are passed over.
 */
export async function* readPassages(file: string): AsyncGenerator<string, void> {
  let open = { key: '', text: '' };
  for await (const line of readJsonLines(createReadStream(file), { isWanted: mayTell })) {
    const { key, text } = line.kind === 'object' ? passageOf(line.value) : NOTHING;
    const isMore = key !== '' && key === open.key && open.text.length < MAX_PASSAGE_CHARS;
    if (!isMore && open.text !== '') yield withoutControls(open.text);
    open = isMore ? { key, text: open.text + text } : { key, text };
  }
  if (open.text !== '') yield withoutControls(open.text);
}

function withoutControls(text: string): string {
  return CONTROL_CHARACTER.test(text) ? cleanText(text) : text;
}

/** Whether a line of a log can have such a text. Most of a log is output, which takes long to parse. */
function mayTell(line: Buffer): boolean {
  const type = TYPE.exec(line.toString('latin1', 0, TYPE_BYTES))?.[1];
  if (type === undefined) return true; // Written by another program.
  return TELLING.has(type) && (type !== 'tool_call' || line.includes('"title":'));
}

const NOTHING = { key: '', text: '' };

/** `key` is what pieces of one text have in common; empty for a text of its own. */
function passageOf(event: Record<string, unknown>): { key: string; text: string } {
  const { type, role, messageId, prompt, content, call, title } = event;
  switch (type) {
    case 'turn_started':
      return { key: '', text: Array.isArray(prompt) ? prompt.map(textOf).join('\n') : '' };
    case 'message_chunk':
      if (role === 'thought') return NOTHING;
      return { key: `${String(role)} ${String(messageId)}`, text: textOf(content) };
    case 'tool_call':
      return { key: '', text: isRecord(call) && typeof call['title'] === 'string' ? call['title'] : '' };
    case 'title':
      return { key: '', text: typeof title === 'string' ? title : '' };
    default:
      return NOTHING;
  }
}

function textOf(block: unknown): string {
  return isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '';
}
