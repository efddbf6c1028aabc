import { graphemesOf } from '../draw/graphemes.ts';
import { span } from '../draw/span.ts';
import { EMPTY_EDITOR, edit, onOneLine } from '../editor/editor.ts';
import { editLine } from '../keys/edit-line.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import { step, type Transition } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { keysHere, type OpenPage, popPage, pushPage, topPage, withoutLost } from './open-page.ts';
import { askedKey, bodyHeight } from './panel-body.ts';
import type { Doing, PanelContext, PanelEffect, PanelField, PanelKey, TextPage } from './panel-page.ts';
import { changeView, type PageView, type PanelState } from './panel-state.ts';

/** What comes of a key in a panel; null when it has been closed. */
type PanelStep = Transition<PanelState | null, PanelEffect>;

/** A panel that takes a key. */
interface OpenPanel {
  panel: PanelState;
  /** The page that is looked at. */
  open: OpenPage;
  context: PanelContext;
}

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

/** Does what a key of a panel is there for, or asks the user for a word first. */
function doKey({ panel: before, open }: OpenPanel, { does, actions: [action] }: PanelKey): PanelStep {
  // What is done to the marked item is done to it, wherever it stands in the list by then.
  const panel = changeView(before, { selected: open.items[open.marked]?.id ?? open.view.selected });
  switch (does.type) {
    case 'do':
      return perform(panel, does);
    case 'look':
      return step(pushPage(panel, does.item));
    case 'draft':
      return step(null, { type: 'replace-draft', text: does.text });
    case 'confirm':
      return step({ ...panel, asking: { action, editor: null, problem: null } });
    case 'ask': {
      const editor = edit(EMPTY_EDITOR, { type: 'replace', text: does.field.value });
      return step({ ...panel, asking: { action, editor, problem: null } });
    }
  }
}

/** Does it, and says so until it has come to something. */
function perform(panel: PanelState, { effects, message, leaves }: Doing): PanelStep {
  const told = message === undefined ? null : [span(message)];
  const next = leaves === 'panel' ? null : leaves === 'page' ? popPage(panel) : panel;
  return step(next && { ...next, asking: null, message: told }, ...effects);
}

/** Takes the keys while the deed of a key waits for a yes, or for a line that is typed. */
function answerAsked(here: OpenPanel, { does }: PanelKey, event: InputEvent): PanelStep {
  if (does.type === 'confirm') return confirm(here, does.doing, event);
  return does.type === 'ask' ? fillIn(here, does.field, event) : cancel(here);
}

/** Whatever is not a yes cancels it. */
function confirm(here: OpenPanel, doing: Doing, event: InputEvent): PanelStep {
  const action = here.context.keymap.inPlace('panel', event);
  return action === 'take' || action === 'yes' ? perform(here.panel, doing) : cancel(here);
}

function fillIn(here: OpenPanel, field: PanelField, event: InputEvent): PanelStep {
  const { panel, context } = here;
  const { asking } = panel;
  if (asking === null || asking.editor === null) return cancel(here);
  const typed = editLine(asking.editor, event, context.keymap);
  switch (typed.type) {
    case 'edit':
      return step({ ...panel, asking: { ...asking, editor: typed.editor, problem: null } });
    case 'take': {
      const text = asking.editor.text.trim();
      const problem = field.check(text);
      return problem === null
        ? perform(panel, field.submit(text))
        : step({ ...panel, asking: { ...asking, problem } });
    }
    case 'leave':
      return cancel(here);
    case 'other':
      return typed.command === 'interrupt' ? cancel(here) : step(panel);
  }
}

function cancel({ panel }: OpenPanel): PanelStep {
  return step({ ...panel, asking: null });
}
