import { readFile, stat } from 'node:fs/promises';
import { SimseError } from '../core/errors.ts';
import { parseConfigText } from './config-document.ts';
import { type Checked, configError, type Problem } from './config-problem.ts';

const MAX_FILE_BYTES = 1_000_000;

/** What a kind of config file holds. */
export interface ConfigFormat<T> {
  parse(value: unknown): Checked<T>;
  /** One sentence that shows the file's shape. */
  hint: string;
}

/** The content of a config file, null when there is none. Throws SimseError('config') with all that is wrong with it. */
export async function readConfigFile<T>(file: string, format: ConfigFormat<T>): Promise<T | null> {
  const text = await readConfigText(file);
  return text === null ? null : checkConfigText(text, file, format);
}

/** What the text of a config file says. Throws SimseError('config') with all that is wrong with it. */
export function checkConfigText<T>(text: string, file: string, format: ConfigFormat<T>): T {
  const fail = (problems: Problem[]) => configError(file, problems, format.hint);
  const document = parseConfigText(text);
  if (!document.ok) throw fail(document.problems);
  const checked = format.parse(document.value.value);
  if (checked.ok) return checked.value;
  throw fail(
    checked.problems.map((problem) => ({ ...problem, place: document.value.placeOf(problem.path) })),
  );
}

/** The text of a file, null when there is none. Throws SimseError('config') when it cannot be read as text. */
export async function readConfigText(file: string, maxBytes = MAX_FILE_BYTES): Promise<string | null> {
  try {
    return await readRegularFile(file, maxBytes);
  } catch (error) {
    if (error instanceof SimseError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const reason =
      code === 'EACCES' || code === 'EPERM'
        ? 'may not be read by this user'
        : `cannot be read (${String(code)})`;
    throw new SimseError('config', `${file}: ${reason}`, { cause: error });
  }
}

async function readRegularFile(file: string, maxBytes: number): Promise<string> {
  const stats = await stat(file);
  if (!stats.isFile()) {
    const kind = stats.isDirectory() ? 'a directory' : 'no regular file';
    throw new SimseError('config', `${file}: is ${kind}, expected a file`);
  }
  if (stats.size > maxBytes) {
    const size = `${(stats.size / 1_000_000).toFixed(1)} MB`;
    throw new SimseError('config', `${file}: is ${size} large, expected at most ${maxBytes / 1_000_000} MB`);
  }
  return decode(await readFile(file), file);
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SimseError('config', `${file}: is not UTF-8 text`, {
      hint: 'Save the file as UTF-8.',
      cause: error,
    });
  }
}
