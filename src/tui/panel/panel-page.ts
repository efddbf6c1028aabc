import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { Session } from '../../core/ports/session.ts';
import type { AgentCommand } from '../../core/state/events.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import type { Row, Span } from '../draw/span.ts';
import type { ActionName, Keymap } from '../keys/keymap.ts';
import type { McpView } from '../prompt/completion/mcp-feed.ts';
import type { Loads, Source } from './panel-feed.ts';

/** What panels are made of. */
export interface PanelSources {
  session: SessionState;
  /** simse's own, the agent's, and the prompts of MCP servers. */
  commands: readonly AgentCommand[];
  mcp: McpView;
  /** What the open panel had fetched. */
  loads: Loads;
  keymap: Keymap;
  /** Epoch milliseconds. */
  now: number;
}

/** What a key of a panel may look at. */
export interface PanelContext extends PanelSources {
  /** Of the terminal. */
  columns: number;
  rows: number;
}

/** What is to be done after a key of a panel. */
export type PanelEffect =
  /** Runs a slash command, and says in the panel what it answers. */
  | { type: 'command'; line: string; told: true }
  | { type: 'server'; action: ServerAction; server: string }
  | { type: 'set-mode'; mode: PermissionMode }
  /**
   * What a panel has done to the session. Resolves with what came of it, for the user; rejects with a SimseError. One that
   * `closes` is the last thing that is done there, when it comes to something.
   */
  | { type: 'act'; act: (session: Session) => Promise<string>; closes?: true }
  /** Shows all that was changed in the session. */
  | { type: 'show-changes' }
  /** Leaves for another session. */
  | { type: 'leave'; next: NextSession }
  /** Puts a text into the prompt, in place of the draft. */
  | { type: 'replace-draft'; text: string };

/** What a user does to an MCP server. */
export type ServerAction = 'restart' | 'enable' | 'disable' | 'logIn' | 'logOut';

/** What a panel shows: a list, or a text. Made anew from what is so now, every time it is drawn and for every key. */
export type PanelPage = ListPage | TextPage;

interface Page {
  title: string;
  /** Something of all of it, near the end of the title's row. */
  note: string;
  /** What can be done with all of it. */
  keys?: readonly PanelKey[];
  /** What has to be fetched for it. */
  needs?: readonly Source<unknown>[];
}

/** Items to move through, filtered by typing. */
export interface ListPage extends Page {
  kind: 'list';
  items: readonly PanelItem[];
  /** Instead of items, where there are none. */
  empty: string;
  /** Above the items, in at most a few rows. */
  head?(columns: number): readonly Row[];
  /** Where the mark stands at first; without it on the first item. */
  marked?: string;
  /** What is typed has been looked for already: the items are those that fit it. */
  isSearch?: boolean;
  /** The page of an item; null for one that has none, or is not there. */
  open?(id: string): PanelPage | null;
}

export interface TextPage extends Page {
  kind: 'text';
  /** None wider than that many columns, or cut there. */
  rows(columns: number): readonly Row[];
}

export interface PanelItem {
  id: string;
  /** Columns, aligned with those of the other items; the last one takes what is left of the row. */
  cells: readonly Span[];
  /** What it stands under. Items of a section follow each other. */
  section?: string;
  /** What can be done with it. One for Enter takes that from its page, which → opens. */
  keys?: readonly PanelKey[];
}

/**
 * What a key does. Letters are for pages of text: in a list they filter, and so does the space bar once something has been
 * typed.
 */
export interface PanelKey {
  /** Whose keys it has. The hints show one of the first that there is. */
  actions: readonly [ActionName, ...ActionName[]];
  /** What the key does, one to three words. */
  label: string;
  does: Deed;
}

export type Deed =
  | Doing
  /** Does it when the user says yes. */
  | { type: 'confirm'; question: string; doing: Doing }
  | { type: 'ask'; field: PanelField }
  /** Looks into an item of the page. */
  | { type: 'look'; item: string }
  /** Leaves the panel with this as the draft. */
  | { type: 'draft'; text: string };

export interface Doing {
  type: 'do';
  effects: readonly PanelEffect[];
  /** What is said until the effects have come to something. */
  message?: string;
  /** Whether the panel is done with, or only this page of it. */
  leaves?: 'panel' | 'page';
}

interface Acting extends Pick<Doing, 'message' | 'leaves'> {
  /** It is the last thing that is done in the panel, when it comes to something. */
  closes?: true;
}

/** Has the session do something; what `act` resolves with is said in the panel. */
export function acting(act: (session: Session) => Promise<string>, { closes, ...told }: Acting = {}): Doing {
  return { type: 'do', effects: [{ type: 'act', act, ...(closes && { closes }) }], ...told };
}

/** One line that the user types within a panel. */
export interface PanelField {
  label: string;
  /** What stands in it at first. */
  value: string;
  /** Shown while it is empty. */
  hint: string;
  /** What a text means, below it while it is typed. */
  says?(text: string): string;
  /** What is wrong with a text; null where it will do. */
  check(text: string): string | null;
  submit(text: string): Doing;
}
