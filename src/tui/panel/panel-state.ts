import type { PanelName } from '../../core/ports/session-commands.ts';
import type { Row } from '../draw/span.ts';
import type { EditorState } from '../editor/editor.ts';
import type { ActionName } from '../keys/keymap.ts';

/** A panel as the user has left it. */
export interface PanelState {
  readonly name: PanelName;
  /** From its first page to the one that is looked at. */
  readonly views: readonly [PageView, ...PageView[]];
  /** A key whose deed waits for a word of the user. */
  readonly asking: AskingKey | null;
  /** What came of the last thing that was done here. */
  readonly message: Row | null;
}

/** How a page is looked at: a list that is filtered, or a text that is scrolled. */
export interface PageView {
  /** The item of the page before it; empty for the first one. */
  readonly id: string;
  readonly filter: string;
  /** The item that the mark stands on, once the user has moved it. */
  readonly selected: string | null;
  /** How many rows are out of sight above. */
  readonly scroll: number;
}

export interface AskingKey {
  readonly action: ActionName;
  /** What has been typed; null where only a yes is asked for. */
  readonly editor: EditorState | null;
  /** What is wrong with it, since Enter was pressed. */
  readonly problem: string | null;
}

export function viewOf(id: string, filter = ''): PageView {
  return { id, filter, selected: null, scroll: 0 };
}

/** A panel as it opens: on its first page, or on one of its items. */
export function createPanel(name: PanelName, item: string | null, filter = ''): PanelState {
  const first = { ...viewOf('', filter), selected: item };
  return { name, views: item === null ? [first] : [first, viewOf(item)], asking: null, message: null };
}

/** The view of the page that is looked at. */
export function topView({ views }: PanelState): PageView {
  return views.at(-1) ?? views[0];
}

/** The panel with its topmost view changed. */
export function changeView(panel: PanelState, changes: Partial<PageView>): PanelState {
  const [first, ...rest] = panel.views;
  const top = rest.pop();
  if (top === undefined) return { ...panel, views: [{ ...first, ...changes }] };
  return { ...panel, views: [first, ...rest, { ...top, ...changes }] };
}
