import { OBJECTS } from './text-object.ts';
import type { MotionKeys } from './vim-motion.ts';

/** A whole command of normal or visual mode. */
export type VimCommand =
  | { type: 'motion'; motion: MotionKeys }
  /** An operator over a motion, over a text object, or over whole lines. */
  | { type: 'operate'; operator: Operator; over: MotionKeys | ObjectKeys | 'lines'; count: number }
  /** A text object alone, which visual mode selects. */
  | { type: 'select'; object: ObjectKeys }
  | { type: 'simple'; key: string; character: string; count: number | null };

export type Operator = 'd' | 'c' | 'y' | '>' | '<';

export interface ObjectKeys {
  isInner: boolean;
  object: string;
}

type Parsed<Whole> = Whole | 'incomplete' | null;

const SIMPLE = 'xXDCYpPuJ~.vViaIAoOsS';
const VISUAL = 'dcyxsoJ~uUpvV<>';
const MOTIONS = 'hjklwbeWBE0^$G;,%{}nN';
/** What ends a text that is looked for. */
const ENTER = '\n';

/** Reads the keys typed so far: a command, what more keys may complete, or null for what means nothing. */
export function parseVim(keys: string, isVisual: boolean): Parsed<VimCommand> {
  const { count, rest } = readCount(keys);
  if (rest === '') return 'incomplete';
  if (isVisual) return parseVisual(rest, count);
  return /^[dcy<>]/.test(rest)
    ? parseOperator(rest.charAt(0) as Operator, rest.slice(1), count)
    : parseSimple(rest, count);
}

/** Whether keys look for a text, which is typed to its end. */
export function isSearching(keys: string): boolean {
  return /^\d*[dcy<>]?\d*[/?]/.test(keys);
}

function readCount(keys: string): { count: number | null; rest: string } {
  const [, count, rest = ''] = /^([1-9]\d*)?([^]*)$/.exec(keys) ?? [];
  return { count: count === undefined ? null : Number(count), rest };
}

function parseVisual(keys: string, count: number | null): Parsed<VimCommand> {
  const key = keys.charAt(0);
  if (key === 'i' || key === 'a') {
    const object = parseObject(keys);
    return isWhole(object) ? { type: 'select', object } : object;
  }
  if (VISUAL.includes(key)) return { type: 'simple', key, character: '', count };
  return parseSimple(keys, count);
}

function parseOperator(operator: Operator, keys: string, before: number | null): Parsed<VimCommand> {
  const { count: second, rest } = readCount(keys);
  if (rest === '') return 'incomplete';
  const count = (before ?? 1) * (second ?? 1);
  if (rest === operator) return { type: 'operate', operator, over: 'lines', count };
  const given = before === null && second === null ? null : count;
  const over = /^[ia]/.test(rest) ? parseObject(rest) : parseMotion(rest, given);
  return isWhole(over) ? { type: 'operate', operator, over, count } : over;
}

function parseSimple(keys: string, count: number | null): Parsed<VimCommand> {
  const [key = '', ...others] = Array.from(keys);
  const character = others.join('');
  if (key === 'r') return character === '' ? 'incomplete' : { type: 'simple', key, character, count };
  if (SIMPLE.includes(key)) return { type: 'simple', key, character: '', count };
  const motion = parseMotion(keys, count);
  return isWhole(motion) ? { type: 'motion', motion } : motion;
}

function parseMotion(keys: string, count: number | null): Parsed<MotionKeys> {
  const [key = '', ...others] = Array.from(keys);
  const character = others.join('');
  if (MOTIONS.includes(key)) return { name: key, character: '', count };
  if (key === '/' || key === '?')
    return character.endsWith(ENTER) ? { name: key, character: character.slice(0, -1), count } : 'incomplete';
  if (!/^[fFtTg]$/.test(key)) return null;
  if (character === '') return 'incomplete';
  if (key !== 'g') return { name: key, character, count };
  return character === 'g' ? { name: 'gg', character: '', count } : null;
}

function parseObject(keys: string): Parsed<ObjectKeys> {
  const [kind, object] = keys;
  if (object === undefined) return 'incomplete';
  return OBJECTS.includes(object) ? { isInner: kind === 'i', object } : null;
}

function isWhole<Whole extends object>(parsed: Parsed<Whole>): parsed is Whole {
  return typeof parsed === 'object' && parsed !== null;
}
