import type { PanelName } from '../../core/ports/session-commands.ts';
import { backendsPanel } from './pages/backends-panel.ts';
import { configPanel, modelPanel } from './pages/config-panel.ts';
import { diffPanel } from './pages/diff-panel.ts';
import { helpPanel } from './pages/help-panel.ts';
import { libraryPanel } from './pages/library-panel.ts';
import { permissionsPanel } from './pages/permissions-panel.ts';
import { serversPanel } from './pages/servers-panel.ts';
import { sessionsPanel } from './pages/sessions-panel.ts';
import { statusPanel } from './pages/status-panel.ts';
import { toolsPanel } from './pages/tools-panel.ts';
import { contextPanel, costPanel } from './pages/usage-panels.ts';
import type { Source } from './panel-feed.ts';
import type { PanelItem, PanelKey, PanelPage, PanelSources } from './panel-page.ts';
import { type PageView, type PanelState, viewOf } from './panel-state.ts';

/** A page with how it is looked at, and what of it the filter leaves. */
export interface OpenPage {
  page: PanelPage;
  view: PageView;
  /** Empty for a page of text. */
  items: readonly PanelItem[];
  /** Which of the items the mark stands on; -1 where there are none. */
  marked: number;
}

/** The pages from the first one to the one that is looked at. One whose item has gone is left, with all behind it. */
function openPages({ name, views }: PanelState, sources: PanelSources): [OpenPage, ...OpenPage[]] {
  const [first, ...rest] = views;
  const pages: [OpenPage, ...OpenPage[]] = [openPage(firstPage(name, sources, first.filter), first)];
  for (const view of rest) {
    const page = pages.at(-1)?.page;
    const next = page?.kind === 'list' ? (page.open?.(view.id) ?? null) : null;
    if (next === null) break;
    pages.push(openPage(next, view));
  }
  return pages;
}

/** The page that is looked at. */
export function topPage(panel: PanelState, sources: PanelSources): OpenPage {
  const pages = openPages(panel, sources);
  return pages.at(-1) ?? pages[0];
}

/** What has to be fetched for a panel. */
export function panelNeeds(panel: PanelState | null, sources: PanelSources): readonly Source<unknown>[] {
  return panel === null ? [] : openPages(panel, sources).flatMap(({ page }) => page.needs ?? []);
}

/** `typed` is the filter of the page, for one that searches. */
type Panel = (sources: PanelSources, typed: string) => PanelPage;

const PANELS: Readonly<Record<PanelName, Panel>> = {
  mcp: serversPanel,
  permissions: permissionsPanel,
  tools: toolsPanel,
  agent: backendsPanel,
  model: modelPanel,
  config: configPanel,
  resume: sessionsPanel,
  library: libraryPanel,
  status: statusPanel,
  context: contextPanel,
  cost: costPanel,
  diff: diffPanel,
  help: helpPanel,
};

/** The first page of a panel. */
function firstPage(name: PanelName, sources: PanelSources, typed: string): PanelPage {
  return PANELS[name](sources, typed);
}

/** What keys do here: those of the marked item, then those of the page. */
export function keysHere({ page, items, marked }: OpenPage): readonly PanelKey[] {
  const ofItem = items[marked]?.keys ?? [];
  return [...ofItem, ...openingKeys(page, items[marked], ofItem), ...(page.keys ?? [])];
}

/** Enter looks into an item, and leaves that to → where it does something else. */
function openingKeys(page: PanelPage, item: PanelItem | undefined, taken: readonly PanelKey[]): PanelKey[] {
  if (item === undefined || page.kind !== 'list' || !page.open?.(item.id)) return [];
  const does = { type: 'look', item: item.id } as const;
  const isTaken = taken.some(({ actions }) => actions.includes('panel.take'));
  return isTaken
    ? [{ actions: ['panel.look'], label: 'details', does }]
    : [{ actions: ['panel.take', 'panel.look'], label: 'open', does }];
}

function openPage(page: PanelPage, view: PageView): OpenPage {
  if (page.kind === 'text') return { page, view, items: [], marked: -1 };
  const items = page.isSearch === true ? page.items : filterItems(page.items, view.filter);
  const wanted = view.selected ?? (view.filter === '' ? page.marked : undefined);
  const found = items.findIndex(({ id }) => id === wanted);
  return { page, view, items, marked: items.length === 0 ? -1 : Math.max(0, found) };
}

/** The panel with only those views whose pages are there. */
export function withoutLost(panel: PanelState, sources: PanelSources): PanelState {
  const { length } = openPages(panel, sources);
  if (length === panel.views.length) return panel;
  const [first, ...rest] = panel.views;
  return { ...panel, views: [first, ...rest.slice(0, length - 1)], asking: null };
}

/** The panel with another page on top. */
export function pushPage(panel: PanelState, item: string): PanelState {
  const [first, ...rest] = panel.views;
  return { ...panel, views: [first, ...rest, viewOf(item)], message: null };
}

/** The panel with the page before on top; null where there is none. */
export function popPage(panel: PanelState): PanelState | null {
  const [first, ...rest] = panel.views;
  return rest.length === 0 ? null : { ...panel, views: [first, ...rest.slice(0, -1)], message: null };
}

/** The items that have every word of the filter in one of their cells, or in what they stand under. */
function filterItems(items: readonly PanelItem[], filter: string): readonly PanelItem[] {
  const words = filterWords(filter);
  if (words.length === 0) return items;
  return items.filter(({ cells, section = '' }) => {
    const texts = [section, ...cells.map(({ text }) => text)].map((text) => text.toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}

/** What a filter looks for. */
export function filterWords(filter: string): string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
