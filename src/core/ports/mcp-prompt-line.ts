import type { McpPrompt } from './mcp-offers.ts';

/** A prompt of an MCP server as it is typed: `/server:prompt`, then its arguments. */
export interface PromptLine {
  prompt: McpPrompt;
  /** Where the arguments begin, as a UTF-16 offset in the line. */
  argumentsAt: number;
}

/** What was typed for a prompt's arguments. */
export interface TypedArguments {
  values: Record<string, string>;
  /** Names of those that the prompt needs and that were not given. */
  missing: string[];
  /** Words for which the prompt has no argument. */
  rest: string;
}

/** The argument at the end of a line, which is still being typed. */
export interface OpenArgument {
  name: string;
  value: string;
  /** Where its value begins, as a UTF-16 offset in the text of the arguments. */
  start: number;
  /** The others that were given. */
  context: Record<string, string>;
}

interface Word {
  /** The declared argument that it names, as in `city=Paris`. */
  key: string | null;
  value: string;
  at: number;
  valueAt: number;
  end: number;
}

/** Values in quotes may have blanks; one that is not closed goes to the end. */
const WORDS = /(?:[^\s"'=]+=)?(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\S+)|\S+/g;

/** The name under which a prompt is typed, without the slash. */
export function promptName({ server, name }: McpPrompt): string {
  return `${server}:${name}`;
}

/** The prompt that a line begins with, the one with the longest name where several fit; null when none does. */
export function readPromptLine(line: string, prompts: readonly McpPrompt[]): PromptLine | null {
  const fits = (prompt: McpPrompt) => {
    const start = `/${promptName(prompt)}`;
    return line.startsWith(start) && /^(?:\s|$)/.test(line.slice(start.length));
  };
  const [prompt] = prompts.filter(fits).sort((one, other) => other.name.length - one.name.length);
  return prompt === undefined ? null : { prompt, argumentsAt: promptName(prompt).length + 1 };
}

/** The values for a prompt's arguments: those that are named, as in `city=Paris`, and the others by their order. */
export function readArguments(prompt: McpPrompt, text: string): TypedArguments {
  const words = splitWords(prompt, text);
  const values = namedValues(words);
  const open = openNames(prompt, words);
  const loose = words.flatMap(({ key, value }) => (key === null ? [value] : []));
  for (const [index, name] of open.slice(0, loose.length).entries()) {
    const isLast = index === open.length - 1;
    values[name] = isLast ? loose.slice(index).join(' ') : (loose[index] ?? '');
  }
  const missing = prompt.arguments.filter(({ name, required }) => required && values[name] === undefined);
  return {
    values,
    missing: missing.map(({ name }) => name),
    rest: open.length === 0 ? loose.join(' ') : '',
  };
}

/** The argument that is being typed at the end of the text; null when there is none left. */
export function argumentAtEnd(prompt: McpPrompt, text: string): OpenArgument | null {
  if (text === '') return null;
  const words = splitWords(prompt, text);
  const last = words.at(-1);
  const typed = last?.end === text.length ? last : null;
  const before = typed === null ? words : words.slice(0, -1);
  const open = openNames(prompt, before);
  const position = before.filter(({ key }) => key === null).length;
  const name = typed?.key ?? open[Math.min(position, open.length - 1)];
  if (name === undefined) return null;
  const { [name]: _own, ...context } = readArguments(prompt, text.slice(0, typed?.at)).values;
  return { name, value: typed?.value ?? '', start: typed?.valueAt ?? text.length, context };
}

/** A value as it has to be typed. */
export function quoteValue(value: string): string {
  return /[\s"'=\\]/.test(value) || value === '' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

function splitWords(prompt: McpPrompt, text: string): Word[] {
  const isDeclared = (key: string) => prompt.arguments.some(({ name }) => name === key);
  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => {
    const equals = word.indexOf('=');
    const key = equals > 0 ? word.slice(0, equals) : '';
    const length = isDeclared(key) ? equals + 1 : 0;
    return {
      key: length > 0 ? key : null,
      value: unquote(word.slice(length)),
      at: index,
      valueAt: index + length,
      end: index + word.length,
    };
  });
}

function unquote(word: string): string {
  if (word.startsWith('"'))
    return word
      .slice(1)
      .replace(/(?<!\\)"$/, '')
      .replace(/\\([^])/g, '$1');
  return word.startsWith("'") ? word.slice(1).replace(/'$/, '') : word;
}

function namedValues(words: readonly Word[]): Record<string, string> {
  return Object.fromEntries(words.flatMap(({ key, value }) => (key === null ? [] : [[key, value]])));
}

/** The arguments that are given by their order. */
function openNames(prompt: McpPrompt, words: readonly Word[]): string[] {
  const named = new Set(words.map(({ key }) => key));
  return prompt.arguments.map(({ name }) => name).filter((name) => !named.has(name));
}
