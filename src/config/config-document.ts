import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Checked, JsonPath, Problem } from './config-problem.ts';

/** The parsed text of a config file, which still knows where everything was written. */
export interface ConfigDocument {
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
  if (!tree) return failed({ path: [], text: 'holds no JSON' });
  const repeated = [...repeatedKeys(tree, [], body)];
  if (repeated.length > 0) return failed(...repeated);
  const placeOf = (path: JsonPath) => placeAt(body, nearestNode(tree, path).offset);
  return { ok: true, value: { value: getNodeValue(tree), placeOf } };
}

function failed(...problems: Problem[]): Checked<never> {
  return { ok: false, problems };
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
        yield { path: [...path, name], text: 'stands twice', place: placeAt(body, key.offset) };
      }
      seen.add(name);
    }
    if (value) yield* repeatedKeys(value, [...path, name], body);
  }
}
