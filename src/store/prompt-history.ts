import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, messageOf, SimseError } from '../core/errors.ts';
import { isRecord, parseJson } from '../core/json.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';

const MAX_PROMPTS = 1000;
/** A file with more than this is cut back to MAX_PROMPTS when it is opened. */
const COMPACT_ABOVE = 2 * MAX_PROMPTS;
/** Longer prompts are mostly pasted files, which are not looked for with the arrow keys. */
const MAX_PROMPT_CHARS = 32_000;
/** Of how many other directories the prompts are read, and how large their files may be. */
const MAX_OTHERS = 50;
const MAX_OTHER_BYTES = 8_000_000;

/** The prompts of one directory, kept from one start to the next. */
export interface KeptPrompts {
  /** The last 1,000 as they were when the history was opened, oldest first. */
  readonly entries: readonly string[];
  /** Keeps a prompt, unless it is the same as the one before or very long. Never throws. */
  add(prompt: string): void;
  /** The prompts of other directories, oldest first, of those used last. Never rejects. */
  elsewhere(): Promise<readonly string[]>;
}

export interface PromptHistoryOptions {
  dataDir: string;
  cwd: string;
  /** Called once, when the history can be neither read nor written. */
  onFailure?: (error: SimseError) => void;
}

/** Opens the history of a directory. Never rejects: a history that cannot be read is empty. */
export async function openPromptHistory({
  dataDir,
  cwd,
  onFailure,
}: PromptHistoryOptions): Promise<KeptPrompts> {
  const name = createHash('sha256').update(cwd).digest('hex').slice(0, 32);
  const folder = join(dataDir, 'history');
  const file = join(folder, `${name}.jsonl`);
  let hasFailed = false;
  const fail = (error: unknown): void => {
    if (!hasFailed) onFailure?.(historyError(error));
    hasFailed = true;
  };
  const entries = await readPrompts(file).catch((error: unknown) => {
    fail(error);
    return [];
  });
  let last = entries.at(-1);
  return {
    entries,
    add(prompt) {
      if (prompt.trim() === '' || prompt === last || prompt.length > MAX_PROMPT_CHARS) return;
      last = prompt;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, toLine(prompt), { mode: 0o600 });
      } catch (error) {
        fail(error);
      }
    },
    elsewhere: () => readElsewhere(folder, basename(file)),
  };
}

/** Starts with the line break, so that a line cut by a crash does not spoil the next one. */
function toLine(prompt: string): string {
  return `\n${JSON.stringify({ prompt })}`;
}

/** A folder or a file that cannot be read has nothing to offer here. */
async function readElsewhere(folder: string, own: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => name.endsWith('.jsonl') && name !== own);
  const files = await Promise.all(
    others.map(async (name) => {
      const file = join(folder, name);
      const stats = await stat(file).catch(() => null);
      return { file, usedAt: stats?.mtimeMs ?? 0, size: stats?.size ?? Number.POSITIVE_INFINITY };
    }),
  );
  const latest = files
    .filter(({ size }) => size <= MAX_OTHER_BYTES)
    .toSorted((a, b) => a.usedAt - b.usedAt)
    .slice(-MAX_OTHERS);
  const prompts = await Promise.all(
    latest.map(async ({ file }) => promptsIn(await readFile(file, 'utf8').catch(() => ''))),
  );
  return prompts.flat();
}

function promptsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const entry = parseJson(line);
    return isRecord(entry) && typeof entry['prompt'] === 'string' ? [entry['prompt']] : [];
  });
}

async function readPrompts(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const prompts = promptsIn(text);
  const kept = prompts.slice(-MAX_PROMPTS);
  if (prompts.length > COMPACT_ABOVE) await writeFileAtomic(file, kept.map(toLine).join(''), 0o600);
  return kept;
}

function historyError(error: unknown): SimseError {
  return new SimseError('store_failed', `The prompt history is not being saved: ${messageOf(error)}`, {
    cause: error,
  });
}
