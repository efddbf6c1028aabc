import type { Entry, SessionState } from './session-state.ts';

/** What an agent is told of the older part of a conversation, in place of it. */
export interface Compaction {
  summary: string;
  /** The last entries of that part, which are told as they are. */
  recent: readonly Entry[];
  /** How many entries the session had then; what came later is told as it is. */
  since: number;
}

/** How many turns before the summary are told as they are. */
const RECENT_TURNS = 2;

type Conversation = Pick<SessionState, 'entries' | 'compaction'>;

/** The entries that an agent is told of as they are: all of them, or those that no summary stands for alone. */
export function toldEntries({ entries, compaction }: Conversation): readonly Entry[] {
  return compaction === null ? [...entries] : [...compaction.recent, ...entries.slice(compaction.since)];
}

/** A summary takes the place of what was said before the turn in which it was asked for, which is the last one. */
export function compact(conversation: Conversation, summary: string): Compaction {
  const told = toldEntries(conversation);
  const prompts = [...told.entries()].flatMap(([index, { kind }]) => (kind === 'prompt' ? [index] : []));
  const recent = told.slice(prompts.at(-1 - RECENT_TURNS) ?? 0, prompts.at(-1) ?? told.length);
  return { summary, recent, since: conversation.entries.length };
}
