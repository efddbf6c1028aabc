import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import { disarmed } from '../prompt/prompt-state.ts';
import { type Handler, step } from './step.ts';

/** What Shift+Tab goes through, and comes back to from any other mode: those that can do no harm unasked but by an edit. */
const MODE_CYCLE: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** Takes the keys of the screen, which nothing on it has taken. */
export const handleScreen: Handler = (ui, event, { keymap, session }) => {
  const calm = { ...ui, prompt: disarmed(ui.prompt) };
  const action = keymap.inPrompt(event);
  switch (action) {
    case 'next-mode': {
      const next = MODE_CYCLE.findIndex((mode) => mode === modeInForce(session).mode) + 1;
      return step(calm, { type: 'set-mode', mode: MODE_CYCLE[next] ?? 'default' });
    }
    case 'fold-plan':
      return step({ ...calm, planFolded: !ui.planFolded });
    case 'redraw':
    case 'show-output':
    case 'suspend':
      return step(calm, { type: action });
    default:
      return null;
  }
};
