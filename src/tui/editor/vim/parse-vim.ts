import type { MotionKeys } from './vim-motion.ts';
import { OBJECTS } from './text-object.ts';
import { REGISTER_NAMES } from './vim-registers.ts';

/** A whole command of normal or visual mode. */
export type VimCommand =
  | { type: 'motion'; motion: MotionKeys }
  /** An operator over a motion, over a text object, or over whole lines. */
  | { type: 'operate'; operator: Operator; over: MotionKeys | ObjectKeys | 'lines'; count: number }
  /** A text object alone, which visual mode selects. */
  | { type: 'select'; object: ObjectKeys }
  | { type: 'simple'; key: string; character: string; count: number | null };

export type Operator = 'd' | 'c' | 'y' | '>' | '<' | 'gu' | 'gU' | 'g~';

export interface ObjectKeys {
  isInner: boolean;
  object: string;
}

/** Keys as they were typed, and the register that they name; null for none. */
export type ReadKeys = { command: VimCommand; register: string | null };

type Parsed = VimCommand | 'incomplete' | null;

const SIMPLE = 'xXDCYpPuJ~.vViaIAoOsSR';
/** Followed by any character. */
const WITH_CHARACTER = 'rm';
const MOTIONS = 'hjklwbeWBE0^_$G;,%{}nN*#|';
/** Behind `g`. */
const G_MOTIONS = 'geE';
/** What ends a text that is looked for. */
const ENTER = '\n';

/** Reads the keys typed so far: a command, what more keys may complete, or null for what means nothing. */
export function parseVim(keys: string, isVisual: boolean): ReadKeys | 'incomplete' | null {
  const { count, register, rest } = readPrefix(keys);
  if (rest === '' || rest === '"') return 'incomplete';
  if (register !== null && !REGISTER_NAMES.test(register)) return null;
  const command = isVisual ? parseVisual(rest, count) : parseNormal(rest, count);
  return command === null || command === 'incomplete' ? command : { command, register };
}

/** Whether keys look for a text, which is typed to its end. */
export function isSearching(keys: string): boolean {
  return /^(?:[dcy<>]|g[uU~])?\d*[/?]/.test(readPrefix(keys).rest);
}

interface Prefix {
  count: number | null;
  register: string | null;
  rest: string;
}

/** A count and a register before a command, in either order. */
function readPrefix(keys: string): Prefix {
  const [, before = '', register, behind = '', rest = ''] =
    /^([1-9]\d*)?(?:"([\s\S]))?([1-9]\d*)?([\s\S]*)$/u.exec(keys) ?? [];
  const hasCount = before !== '' || behind !== '';
  return {
    count: hasCount ? (Number(before) || 1) * (Number(behind) || 1) : null,
    register: register ?? null,
    rest,
  };
}

function parseNormal(keys: string, count: number | null): Parsed {
  const operator = /^(?:[dcy<>]|g[uU~])/.exec(keys)?.[0] as Operator | undefined;
  return operator === undefined
    ? parseSimple(keys, count)
    : parseOperator(operator, keys.slice(operator.length), count);
}

function parseVisual(keys: string, count: number | null): Parsed {
  const [key = ''] = keys;
  if (key === 'i' || key === 'a') {
    const object = parseObject(keys);
    return object === null || object === 'incomplete' ? object : { type: 'select', object };
  }
  const recase = /^g([uU~])/.exec(keys)?.[1];
  if (recase !== undefined) return { type: 'simple', key: recase, character: '', count };
  if (/^[dcyxsoJ~uUpVv<>]$/.test(key)) return { type: 'simple', key, character: '', count };
  return parseSimple(keys, count);
}

function parseOperator(operator: Operator, keys: string, before: number | null): Parsed {
  const [, second = '', rest = ''] = /^([1-9]\d*)?([\s\S]*)$/.exec(keys) ?? [];
  const count = (before ?? 1) * (second === '' ? 1 : Number(second));
  const hasCount = before !== null || second !== '';
  if (rest === '') return 'incomplete';
  if (rest === operator || rest === operator.at(-1))
    return { type: 'operate', operator, over: 'lines', count };
  const over = /^[ia]/.test(rest) ? parseObject(rest) : parseMotion(rest, hasCount ? count : null);
  return over === null || over === 'incomplete' ? over : { type: 'operate', operator, over, count };
}

function parseSimple(keys: string, count: number | null): Parsed {
  const [key = '', ...others] = Array.from(keys);
  const character = others.join('');
  if (WITH_CHARACTER.includes(key))
    return character === '' ? 'incomplete' : { type: 'simple', key, character, count };
  if (SIMPLE.includes(key)) return { type: 'simple', key, character: '', count };
  const motion = parseMotion(keys, count);
  return motion === null || motion === 'incomplete' ? motion : { type: 'motion', motion };
}

function parseMotion(keys: string, count: number | null): MotionKeys | 'incomplete' | null {
  const [key = '', ...others] = Array.from(keys);
  const character = others.join('');
  if (MOTIONS.includes(key)) return { name: key, character: '', count };
  if (key === '/' || key === '?')
    return character.endsWith(ENTER) ? { name: key, character: character.slice(0, -1), count } : 'incomplete';
  if (!/^[fFtTg'`]$/.test(key)) return null;
  if (character === '') return 'incomplete';
  if (key !== 'g') return { name: key, character, count };
  return G_MOTIONS.includes(character) ? { name: `g${character}`, character: '', count } : null;
}

function parseObject(keys: string): ObjectKeys | 'incomplete' | null {
  const [kind, object] = keys;
  if (object === undefined) return 'incomplete';
  return OBJECTS.includes(object) ? { isInner: kind === 'i', object } : null;
}
