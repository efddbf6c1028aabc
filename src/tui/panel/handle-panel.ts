import type { InputEvent } from '../terminal/input/input-event.ts';
import { keysHere, type OpenPage, topPage, withoutLost } from './open-page.ts';
import { askedKey } from './panel-view.ts';
import { handleAsking } from './handle-panel-asking.ts';
import { handleList } from './handle-panel-list.ts';
import { handleText } from './handle-panel-text.ts';
import type { OpenPanel } from './panel-step.ts';
import type { Handler, StepContext } from '../repl/step.ts';

/** Keys that mean the same with a panel open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

/** Takes the keys while a panel is open, but for those that are about the whole screen. */
export const handlePanel: Handler = (ui, event, context) => {
  if (ui.panel === null) return null;
  const panel = withoutLost(ui.panel, context);
  const open = topPage(panel, context);
  if (isPassed(event, open, context)) return null;
  const here: OpenPanel = { ui, panel, open, context };
  const asked = askedKey(panel, open);
  if (asked !== undefined) return handleAsking(here, asked, event);
  return open.page.kind === 'list' ? handleList(here, event) : handleText(here, open.page, event);
};

function isPassed(event: InputEvent, open: OpenPage, { keymap }: StepContext): boolean {
  if (event.type !== 'key' || !PASSED.has(keymap.inPrompt(event))) return false;
  const ofPage = keysHere(open).some(({ actions }) => actions.some((name) => keymap.does(event, name)));
  return !ofPage && keymap.inPlace('panel', event) === undefined;
}
