import { parse } from 'yaml';
import { isRecord } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MAX_DESCRIPTION_CHARS = 200;

/** What a command's file says. */
export interface CommandFile {
  description: string;
  hint?: string;
  body: string;
}

/** Front matter with `description` and `argument-hint`, both optional, then the prompt. */
export function parseCommandFile(file: string): CommandFile {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const match = FRONT_MATTER.exec(text);
  const front = match === null ? null : readFrontMatter(match[1] ?? '');
  // What looks like front matter and is none belongs to the prompt.
  const body = (front === null ? text : text.slice(match?.[0].length ?? 0)).trim();
  const hint = lineOf(front?.['argument-hint']);
  const [firstLine = ''] = body.split('\n', 1);
  const description = lineOf(front?.['description']) || lineOf(firstLine.replace(/^#+\s*/, ''));
  return { description, body, ...(hint === '' ? {} : { hint }) };
}

/** A hint as `[file]` is a list to YAML. */
function lineOf(value: unknown): string {
  const text = Array.isArray(value) ? `[${value.join(', ')}]` : typeof value === 'string' ? value : '';
  return Array.from(cleanLine(text)).slice(0, MAX_DESCRIPTION_CHARS).join('');
}

function readFrontMatter(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    return isRecord(value) ? value : null;
  } catch {
    return null; // Written by hand and wrong: it is sent as text, so that its writer sees it.
  }
}
