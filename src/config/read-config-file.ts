import { readFile, stat } from 'node:fs/promises';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { codeOf, isMissing, SimseError } from '../core/errors.ts';
import { type Checked, configError, failed, type JsonPath, type Problem } from './config-problem.ts';

/** The parsed text of a config file, which still knows where everything was written. */
interface ConfigDocument {
  value: unknown;
  /** Line and column of a value, or of the nearest value around it; both from 1. */
  placeOf(path: JsonPath): { line: number; column: number };
}

/** Reads JSON in which comments and trailing commas are allowed, and no key may stand twice in one object. */
export function parseConfigText(text: string): Checked<ConfigDocument> {
  try {
    return parseBody(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser calls itself once per level.
    if (error instanceof RangeError) return failed({ path: [], text: 'is nested too deeply' });
    throw error;
  }
}

function parseBody(body: string): Checked<ConfigDocument> {
  if (body.trim() === '') return failed({ path: [], text: 'is empty' });
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { allowTrailingComma: true });
  const [error] = errors; // What follows the first one is mostly its consequence.
  if (error) {
    const text = `is not valid JSON: ${describeSyntaxError(error)}`;
    return failed({ path: [], text, place: placeAt(body, error.offset) });
  }
  if (!tree) return failed({ path: [], text: 'contains no JSON' });
  const repeated = [...repeatedKeys(tree, [], body)];
  if (repeated.length > 0) return failed(...repeated);
  const placeOf = (path: JsonPath) => placeAt(body, nearestNode(tree, path).offset);
  return { ok: true, value: { value: getNodeValue(tree), placeOf } };
}

/** `CommaExpected` as `comma expected`. */
function describeSyntaxError(error: ParseError): string {
  return printParseErrorCode(error.error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function nearestNode(tree: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function* repeatedKeys(node: Node, path: JsonPath, body: string): Generator<Problem> {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child];
    const name = key ? String(key.value) : index;
    if (key && typeof name === 'string') {
      if (seen.has(name)) {
        yield { path: [...path, name], text: 'is a duplicate key', place: placeAt(body, key.offset) };
      }
      seen.add(name);
    }
    if (value) yield* repeatedKeys(value, [...path, name], body);
  }
}

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
    if (isMissing(error)) return null;
    const code = codeOf(error);
    const reason =
      code === 'EACCES' || code === 'EPERM'
        ? 'cannot be read: permission denied'
        : `cannot be read (${code})`;
    throw new SimseError('config', `${file}: ${reason}`, { cause: error });
  }
}

async function readRegularFile(file: string, maxBytes: number): Promise<string> {
  const stats = await stat(file);
  if (!stats.isFile()) {
    const kind = stats.isDirectory() ? 'a directory' : 'not a regular file';
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
