import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../input/input-event.ts';
import { actionOf } from '../input/keymap.ts';
import { type PanelContent, panelContent, type PanelDetail } from '../panel/panel-content.ts';
import type { PanelState } from '../panel/panel-state.ts';
import { bodyHeight, selectedIndex, visibleItems } from '../panel/panel-view.ts';
import type { Size } from '../screen/terminal.ts';
import { type Handler, type Step, type StepContext, step } from './step.ts';
import type { UiState } from './ui-state.ts';

/** Keys that mean the same with a panel open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

interface Open {
  ui: UiState;
  panel: PanelState;
  content: PanelContent;
  context: StepContext;
}

/** Takes the keys while a panel is open, but for those that are about the whole screen. */
export const handlePanel: Handler = (ui, event, context) => {
  const { panel } = ui;
  if (panel === null) return null;
  const open: Open = { ui, panel, context, content: panelContent(panel.name, context) };
  if (event.type === 'key' && PASSED.has(actionOf(event.chord))) return null;
  const detail = panel.opened === null ? null : open.content.open(panel.opened, bodySize(context).columns);
  return detail === null ? handleList(open, event) : handleDetail(open, detail, event);
};

/** The last column is never drawn into. */
function bodySize({ columns, rows }: StepContext): Size {
  return { columns: columns - 1, rows };
}

function handleList(open: Open, event: InputEvent): Step {
  const { panel, context } = open;
  if (event.type !== 'key') return filterBy(open, panel.filter + onOneLine(event.text));
  const page = bodyHeight(panel, bodySize(context));
  switch (event.chord) {
    case 'backspace':
    case 'ctrl+h':
      return filterBy(open, withoutLast(panel.filter));
    case 'pageup':
      return moveMark(open, -page);
    case 'pagedown':
      return moveMark(open, page);
    default:
  }
  switch (actionOf(event.chord)) {
    case 'up':
      return moveMark(open, -1);
    case 'down':
    case 'complete':
      return moveMark(open, 1);
    case 'send':
      return openMarked(open);
    case 'escape':
      return panel.filter === '' ? close(open) : filterBy(open, '');
    case 'interrupt':
    case 'delete-or-leave':
      return close(open);
    default:
      return step(open.ui);
  }
}

function handleDetail(open: Open, detail: PanelDetail, event: InputEvent): Step {
  const { panel, context } = open;
  if (event.type === 'paste') return step(open.ui);
  if (event.type === 'text') return runKey(open, detail, event.text);
  const page = bodyHeight(panel, bodySize(context));
  const last = Math.max(0, detail.rows.length - page);
  const scrollTo = (row: number) => change(open, { scroll: Math.max(0, Math.min(row, last)) });
  switch (event.chord) {
    case 'pageup':
      return scrollTo(panel.scroll - page);
    case 'pagedown':
      return scrollTo(panel.scroll + page);
    case 'home':
      return scrollTo(0);
    case 'end':
      return scrollTo(last);
    case 'backspace':
    case 'left':
      return back(open);
    default:
  }
  switch (actionOf(event.chord)) {
    case 'up':
      return scrollTo(panel.scroll - 1);
    case 'down':
      return scrollTo(panel.scroll + 1);
    case 'escape':
      return back(open);
    case 'interrupt':
    case 'delete-or-leave':
      return close(open);
    default:
      return step(open.ui);
  }
}

function runKey(open: Open, { keys }: PanelDetail, character: string): Step {
  const key = keys.find((candidate) => candidate.character === character);
  if (key === undefined) return step(open.ui);
  const { ui } = change(open, { message: key.message });
  return step(ui, key.effect);
}

function change({ ui, panel }: Open, changes: Partial<PanelState>): Step {
  return step({ ...ui, panel: { ...panel, ...changes } });
}

function filterBy(open: Open, filter: string): Step {
  return change(open, { filter, message: null });
}

function moveMark(open: Open, by: number): Step {
  const { panel, content } = open;
  const items = visibleItems(panel, content);
  const index = Math.max(0, Math.min(selectedIndex(panel, items) + by, items.length - 1));
  return change(open, { selected: items[index]?.id ?? null });
}

function openMarked(open: Open): Step {
  const { panel, content } = open;
  const items = visibleItems(panel, content);
  const marked = items[selectedIndex(panel, items)];
  if (marked === undefined) return step(open.ui);
  return change(open, { selected: marked.id, opened: marked.id, scroll: 0, message: null });
}

function back(open: Open): Step {
  return change(open, { opened: null, scroll: 0, message: null });
}

function close({ ui }: Open): Step {
  return step({ ...ui, panel: null });
}

function withoutLast(text: string): string {
  const last = graphemesOf(text).at(-1);
  return last === undefined ? text : text.slice(0, last.index);
}
