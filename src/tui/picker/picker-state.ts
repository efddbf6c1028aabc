import { cleanLine } from '../../core/text/clean-text.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';

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
  keymap: Keymap,
): PickerState {
  const named = event.type === 'text' && state.filter === '' ? keyed(items, event.text) : -1;
  if (named >= 0) return { ...state, marked: named };
  if (event.type !== 'key') return filterBy(state, cleanFilter(state.filter + event.text));
  const passing = passingItems(items, state.filter);
  const move = (by: number) => ({
    ...state,
    marked: Math.max(0, Math.min(state.marked + by, passing.length - 1)),
  });
  switch (keymap.inPlace('picker', event)) {
    case 'up':
      return move(-1);
    case 'down':
      return move(1);
    case 'page-up':
      return move(-PAGE);
    case 'page-down':
      return move(PAGE);
    case 'start':
      return move(Number.NEGATIVE_INFINITY);
    case 'end':
      return move(Number.POSITIVE_INFINITY);
    case 'take':
      return { ...state, picked: passing[state.marked]?.id };
    case 'erase':
      return filterBy(state, Array.from(state.filter).slice(0, -1).join(''));
    case 'clear':
      return filterBy(state, '');
    case 'leave':
      return state.filter === '' ? { ...state, picked: null } : filterBy(state, '');
    case 'close':
      return { ...state, picked: null };
    default:
      return state;
  }
}

function filterBy(state: PickerState, filter: string): PickerState {
  return { ...state, filter, marked: 0 };
}

function keyed(items: readonly PickerItem[], typed: string): number {
  return items.findIndex(({ key }) => key === typed);
}

/** A blank at the end is the beginning of the next word. */
function cleanFilter(typed: string): string {
  return cleanLine(typed) + (typed.endsWith(' ') ? ' ' : '');
}
