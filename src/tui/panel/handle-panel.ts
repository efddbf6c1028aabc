import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import { step } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { keysHere, type OpenPage, popPage, topPage, withoutLost } from './open-page.ts';
import { askedKey, bodyHeight } from './panel-body.ts';
import { answerAsked, doKey, type OpenPanel, type PanelStep } from './panel-deeds.ts';
import type { PanelContext, TextPage } from './panel-page.ts';
import { changeView, type PageView, type PanelState } from './panel-state.ts';

/** Keys that mean the same with a panel open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

/** Takes the keys while a panel is open, but for those that are about the whole screen. */
export function handlePanel(state: PanelState, event: InputEvent, context: PanelContext): PanelStep | null {
  const panel = withoutLost(state, context);
  const open = topPage(panel, context);
  if (isPassed(event, open, context)) return null;
  const here: OpenPanel = { panel, open, context };
  const asked = askedKey(panel, open);
  if (asked !== undefined) return answerAsked(here, asked, event);
  return open.page.kind === 'list' ? handleList(here, event) : handleText(here, open.page, event);
}

function isPassed(event: InputEvent, open: OpenPage, { keymap }: PanelContext): boolean {
  if (event.type !== 'key' || !PASSED.has(keymap.inPrompt(event))) return false;
  const ofPage = keysHere(open).some(({ actions }) => actions.some((name) => keymap.does(event, name)));
  return !ofPage && keymap.inPlace('panel', event) === undefined;
}

/** What a key of the page or of its marked item does; null when it has none for it. */
function runKey(here: OpenPanel, event: InputEvent): PanelStep | null {
  const { keymap } = here.context;
  const key = keysHere(here.open).find(({ actions }) => actions.some((name) => keymap.does(event, name)));
  return key === undefined ? null : doKey(here, key);
}

/** In a list letters filter, arrows move the mark, others do what the marked item or the page has them do. */
function handleList(here: OpenPanel, event: InputEvent): PanelStep {
  const { panel, open, context } = here;
  const { filter } = open.view;
  const isSpaceBar = event.type === 'text' && event.text === ' ' && filter === '';
  if (event.type !== 'key' && !isSpaceBar) return filterBy(panel, filter + onOneLine(event.text));
  const done = runKey(here, event);
  if (done !== null) return done;
  const action = context.keymap.inPlace('panel', event);
  switch (action) {
    case 'erase':
      return filterBy(panel, filter.slice(0, graphemesOf(filter).at(-1)?.index ?? 0));
    case 'clear':
      return filterBy(panel, '');
    case 'leave':
      return filter === '' ? step(popPage(panel)) : filterBy(panel, '');
    default:
      return move(here, action, (by) => {
        const index = Math.max(0, Math.min(open.marked + by, open.items.length - 1));
        return { selected: open.items[index]?.id ?? null };
      });
  }
}

/** On a page of text letters do what the page has them do, and arrows scroll. */
function handleText(here: OpenPanel, page: TextPage, event: InputEvent): PanelStep {
  const { panel, open, context } = here;
  const done = runKey(here, event);
  if (done !== null) return done;
  const action = context.keymap.inPlace('panel', event);
  if (action === 'leave') return step(popPage(panel));
  const last = Math.max(0, page.rows(context.columns - 1).length - heightOf(here));
  const from = Math.min(open.view.scroll, last);
  return move(here, action === 'erase' ? 'back' : action, (by) => ({
    scroll: Math.max(0, Math.min(from + by, last)),
  }));
}

/** What moves in a list and in a text. `moved` is how the page is looked at some rows further. */
function move(
  here: OpenPanel,
  action: PlaceAction<'panel'> | undefined,
  moved: (by: number) => Partial<PageView>,
): PanelStep {
  const { panel } = here;
  const by = (rows: number) => step(changeView(panel, moved(rows)));
  switch (action) {
    case 'up':
      return by(-1);
    case 'down':
      return by(1);
    case 'page-up':
      return by(-heightOf(here));
    case 'page-down':
      return by(heightOf(here));
    case 'start':
      return by(Number.NEGATIVE_INFINITY);
    case 'end':
      return by(Number.POSITIVE_INFINITY);
    case 'back':
      return step(panel.views.length > 1 ? popPage(panel) : panel);
    case 'close':
      return step(null);
    default:
      return step(panel);
  }
}

/** The mark goes to the first of those that are left. */
function filterBy(panel: PanelState, filter: string): PanelStep {
  return step({ ...changeView(panel, { filter, selected: null }), message: null });
}

/** How many rows of the list or the text are in sight; the last column is never drawn into. */
function heightOf({ panel, open, context: { columns, rows } }: OpenPanel): number {
  return bodyHeight(panel, open, { columns: columns - 1, rows });
}
