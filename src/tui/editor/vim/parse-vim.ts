import type { MotionKeys } from './vim-motion.ts';
import { OBJECTS } from './text-object.ts';

/** A whole command of normal or visual mode. */
export type VimCommand =
  | { type: 'motion'; motion: MotionKeys }
  /** An operator over a motion, over a text object, or over whole lines. */
  | { type: 'operate'; operator: Operator; over: MotionKeys | ObjectKeys | 'lines'; count: number }
  /** A text object alone, which visual mode selects. */
  | { type: 'select'; object: ObjectKeys }
  | { type: 'simple'; key: string; character: string; count: number };

export type Operator = 'd' | 'c' | 'y';

export interface ObjectKeys {
  isInner: boolean;
  object: string;
}

const SIMPLE = 'xXDCYpPuJ~.vViaIAoOsSr';
const MOTIONS = 'hjklwbeWBE0^_$G;,%{}';
/** Behind `g`. */
const G_MOTIONS = 'geE';

/** Reads the keys typed so far: a command, what more keys may complete, or null for what means nothing. */
export function parseVim(keys: string, isVisual: boolean): VimCommand | 'incomplete' | null {
  const [, first = '', rest = ''] = /^([1-9]\d*)?([\s\S]*)$/.exec(keys) ?? [];
  const count = first === '' ? null : Number(first);
  if (rest === '') return 'incomplete';
  if (isVisual) return parseVisual(rest, count);
  const operator = /^[dcy]/.exec(rest)?.[0] as Operator | undefined;
  return operator === undefined ? parseSimple(rest, count) : parseOperator(operator, rest.slice(1), count);
}

function parseVisual(keys: string, count: number | null): VimCommand | 'incomplete' | null {
  const [key = ''] = keys;
  if (key === 'i' || key === 'a') {
    const object = parseObject(keys);
    return object === null || object === 'incomplete' ? object : { type: 'select', object };
  }
  if (/^[dcyxsoJ~uUpVv]$/.test(key)) return { type: 'simple', key, character: '', count: count ?? 1 };
  return parseSimple(keys, count);
}

function parseOperator(
  operator: Operator,
  keys: string,
  before: number | null,
): VimCommand | 'incomplete' | null {
  const [, second = '', rest = ''] = /^([1-9]\d*)?([\s\S]*)$/.exec(keys) ?? [];
  const count = (before ?? 1) * (second === '' ? 1 : Number(second));
  const hasCount = before !== null || second !== '';
  if (rest === '') return 'incomplete';
  if (rest === operator) return { type: 'operate', operator, over: 'lines', count };
  const over = /^[ia]/.test(rest) ? parseObject(rest) : parseMotion(rest, hasCount ? count : null);
  return over === null || over === 'incomplete' ? over : { type: 'operate', operator, over, count };
}

function parseSimple(keys: string, count: number | null): VimCommand | 'incomplete' | null {
  const [key = '', ...others] = Array.from(keys);
  if (key === 'r') {
    const character = others.join('');
    return character === '' ? 'incomplete' : { type: 'simple', key, character, count: count ?? 1 };
  }
  if (SIMPLE.includes(key)) return { type: 'simple', key, character: '', count: count ?? 1 };
  const motion = parseMotion(keys, count);
  return motion === null || motion === 'incomplete' ? motion : { type: 'motion', motion };
}

function parseMotion(keys: string, count: number | null): MotionKeys | 'incomplete' | null {
  const [key = '', ...others] = Array.from(keys);
  const character = others.join('');
  if (MOTIONS.includes(key)) return { name: key, character: '', count };
  if (key === 'g')
    return character === ''
      ? 'incomplete'
      : G_MOTIONS.includes(character)
        ? { name: `g${character}`, character: '', count }
        : null;
  if (!/^[fFtT]$/.test(key)) return null;
  return character === '' ? 'incomplete' : { name: key, character, count };
}

function parseObject(keys: string): ObjectKeys | 'incomplete' | null {
  const [kind, object] = keys;
  if (object === undefined) return 'incomplete';
  return OBJECTS.includes(object) ? { isInner: kind === 'i', object } : null;
}
