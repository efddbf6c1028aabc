import { cleanLine } from '../../core/clean-text.ts';
import type { InputEvent } from '../input/input-event.ts';

/** One of which the user picks one. */
export interface PickerItem {
  readonly id: string;
  /** What is shown of it, and looked through by the filter. */
  readonly cells: readonly string[];
  /** What marks it when it is typed, while nothing else is. */
  readonly key?: string;
}

export interface PickerState {
  readonly filter: string;
  /** Of the items that pass the filter. */
  readonly marked: number;
  /** The item that was picked, null when the user left; undefined while they choose. */
  readonly picked: string | null | undefined;
}

export const NEW_PICKER: PickerState = { filter: '', marked: 0, picked: undefined };

const PAGE = 10;
const MOVES: Readonly<Record<string, number>> = {
  up: -1,
  'ctrl+p': -1,
  down: 1,
  'ctrl+n': 1,
  pageup: -PAGE,
  pagedown: PAGE,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};

/** The items that have every word of the filter. */
export function passingItems<T extends PickerItem>(items: readonly T[], filter: string): T[] {
  const words = filter.toLowerCase().split(/\s+/);
  return items.filter(({ cells }) => {
    const text = cells.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What a key does to the choice. Pure and total. */
export function updatePicker(
  state: PickerState,
  event: InputEvent,
  items: readonly PickerItem[],
): PickerState {
  const named = event.type === 'text' && state.filter === '' ? keyed(items, event.text) : -1;
  if (named >= 0) return { ...state, marked: named };
  if (event.type !== 'key') return { ...state, filter: cleanFilter(state.filter + event.text), marked: 0 };
  const passing = passingItems(items, state.filter);
  const move = MOVES[event.chord];
  if (move !== undefined) {
    const marked = Math.max(0, Math.min(state.marked + move, passing.length - 1));
    return { ...state, marked };
  }
  switch (event.chord) {
    case 'enter':
      return { ...state, picked: passing[state.marked]?.id };
    case 'escape':
      return state.filter === '' ? { ...state, picked: null } : { ...state, filter: '', marked: 0 };
    case 'ctrl+c':
    case 'ctrl+d':
      return { ...state, picked: null };
    case 'backspace':
      return { ...state, filter: Array.from(state.filter).slice(0, -1).join(''), marked: 0 };
    case 'ctrl+u':
      return { ...state, filter: '', marked: 0 };
    default:
      return state;
  }
}

function keyed(items: readonly PickerItem[], typed: string): number {
  return items.findIndex(({ key }) => key === typed);
}

/** A blank at the end is the beginning of the next word. */
function cleanFilter(typed: string): string {
  return cleanLine(typed) + (typed.endsWith(' ') ? ' ' : '');
}
