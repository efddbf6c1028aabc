import type { Session } from '../../core/ports/session.ts';
import type { RuleInEffect } from '../../core/ports/session-permissions.ts';

/** Something that a panel shows and that has to be fetched first. */
export interface Source<T> {
  /** Tells it from every other. */
  key: string;
  /** Rejects with a SimseError. */
  load(session: Session, signal: AbortSignal): Promise<T>;
  /** Until one is fetched, the last of the same family stands in for it: for what changes with every key. */
  family?: string;
  /** How long it has to be wanted before it is fetched, in ms. */
  calmMs?: number;
  /** Calls back when it may be another by now. Returns the unsubscriber. */
  watch?(session: Session, changed: () => void): () => void;
}

/** How far a source is. What is fetched anew stays ready meanwhile. */
export type Loaded<T> =
  | { state: 'loading'; before: T | null }
  | { state: 'ready'; value: T }
  | { state: 'failed'; message: string };

/** What has been fetched for the open panel. */
export interface Loads {
  of<T>(source: Source<T>): Loaded<T>;
}

export const NOTHING_LOADED: Loads = { of: () => ({ state: 'loading', before: null }) };

/** The value, or the one that stands in for it; null where there is neither. */
export function valueOf<T>(loaded: Loaded<T>): T | null {
  if (loaded.state === 'failed') return null;
  return loaded.state === 'ready' ? loaded.value : loaded.before;
}

/** What stands in place of a list that is not there: that it is on its way, why it did not come, or that it is empty. */
export function emptyText(loaded: Loaded<unknown>, empty: string): string {
  if (loaded.state === 'failed') return loaded.message;
  return loaded.state === 'loading' && loaded.before === null ? 'Just a moment…' : empty;
}

/** The permission rules of the session. */
export const RULES: Source<readonly RuleInEffect[]> = {
  key: 'permission rules',
  load: ({ permissions }) => Promise.resolve(permissions.rules()),
  watch: ({ permissions }, changed) => permissions.onChange(changed),
};
