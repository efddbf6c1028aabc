import type { PanelName } from '../../core/ports.ts';
import type { Row, Span } from '../draw/span.ts';
import { serversPanel } from '../servers/servers-panel.ts';
import type { Effect, StepContext } from '../update/step.ts';

/** What a panel shows and does. Made anew from what is so now, every time it is drawn and for every key. */
export interface PanelContent {
  title: string;
  /** Something of all its items, near the end of the title's row. */
  note: string;
  items: readonly PanelItem[];
  /** Instead of items, where there are none. */
  empty: string;
  /** null for an item that is not there. */
  open(id: string, columns: number): PanelDetail | null;
}

export interface PanelItem {
  id: string;
  /** Columns, aligned with those of the other items; the last one takes what is left of the row. */
  cells: readonly Span[];
}

/** An item that is looked into. */
export interface PanelDetail {
  title: string;
  note: string;
  rows: readonly Row[];
  keys: readonly PanelKey[];
}

export interface PanelKey {
  character: string;
  /** What the key does, one or two words. */
  label: string;
  effect: Effect;
  /** What is said until the effect has come to something. */
  message: string;
}

/** What panels are made of. */
export type PanelSources = Pick<StepContext, 'session' | 'mcp'>;

export function panelContent(name: PanelName, sources: PanelSources): PanelContent {
  switch (name) {
    case 'mcp':
      return serversPanel(sources);
  }
}
