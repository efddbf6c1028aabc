import type { VimState } from './vim-state.ts';

/** What was deleted or yanked; whole lines are put below or above the line. */
export interface Register {
  readonly text: string;
  readonly isLines: boolean;
}

/** By their names: `"` is that of the last text, `0` that of the last yank. */
export type Registers = Readonly<Record<string, Register>>;

const LAST = '"';
const LAST_YANK = '0';
/** What is put there is gone. */
const BLACK_HOLE = '_';
const EMPTY: Register = { text: '', isLines: false };

/** What can be named behind `"`. */
export const REGISTER_NAMES = /^[a-zA-Z0"_]$/;

/** The register that was named, else the last one. */
export function registerOf({ registers, register }: VimState): Register {
  return registers[(register ?? LAST).toLowerCase()] ?? EMPTY;
}

/** Keeps a text in the register that was named, and in those that have the last; a capital letter adds it to what is there. */
export function keep(vim: VimState, text: Register, isYank: boolean): VimState {
  const { register, registers } = vim;
  if (register === BLACK_HOLE) return vim;
  const name = register ?? (isYank ? LAST_YANK : LAST);
  const kept = /[A-Z]/.test(name) ? joined(registers[name.toLowerCase()] ?? EMPTY, text) : text;
  return { ...vim, registers: { ...registers, [name.toLowerCase()]: kept, [LAST]: kept } };
}

function joined(before: Register, added: Register): Register {
  if (before.text === '') return added;
  const isLines = before.isLines || added.isLines;
  return { text: `${before.text}${isLines ? '\n' : ''}${added.text}`, isLines };
}
