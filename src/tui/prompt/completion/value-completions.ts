import type { EditorState } from '../editor/editor.ts';
import type { Completion } from './completion.ts';
import { type LookupView, type ValuesQuery, valuesKey } from './lookup-view.ts';

const COMMAND = /^\/([\w-]+)\s+(?:([^\n]*)\s)?(\S*)$/;

interface TypedValue {
  query: ValuesQuery;
  typed: string;
}

/** What may follow a command, at the end of the draft; null where no command's word is being typed. */
export function valueCompletions({ text, cursor }: EditorState, { values }: LookupView): Completion[] | null {
  const value = cursor === text.length ? readValue(text) : null;
  const known = value === null ? undefined : values.get(valuesKey(value.query));
  if (value === null || known === undefined || known.length === 0) return null;
  const typed = value.typed.toLowerCase();
  const fitting = known.filter((one) => `${one.value}\n${one.description}`.toLowerCase().includes(typed));
  const begins = (one: { value: string }) => Number(one.value.toLowerCase().startsWith(typed));
  return fitting
    .toSorted((one, other) => begins(other) - begins(one))
    .map((one) => ({
      label: one.value,
      description: one.description,
      start: text.length - value.typed.length,
      end: text.length,
      insert: `${one.value} `,
      onEnter: 'leave',
    }));
}

export function valuesQuery({ text, cursor }: EditorState): ValuesQuery | null {
  return cursor === text.length ? (readValue(text)?.query ?? null) : null;
}

function readValue(text: string): TypedValue | null {
  const [, command, before = '', typed = ''] = COMMAND.exec(text) ?? [];
  if (command === undefined) return null;
  const words = before
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return { query: { command, words }, typed };
}
