import { lastKeysScroll } from '../keys/key-columns.ts';
import { type Handler, step } from './step.ts';

const PAGE = 10;

/** Scrolls the list of keys while it is open; any other key is for the prompt. */
export const handleKeys: Handler = (ui, event, { keymap, columns }) => {
  if (!ui.prompt.showsKeys || ui.prompt.search !== null || event.type !== 'key') return null;
  const by = scrollBy(keymap.inPrompt(event));
  if (by === null) return null;
  const last = lastKeysScroll(keymap, columns - 1);
  return step({ ...ui, keysScroll: Math.max(0, Math.min(ui.keysScroll + by, last)) });
};

function scrollBy(action: unknown): number | null {
  switch (action) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -PAGE;
    case 'page-down':
      return PAGE;
    default:
      return null;
  }
}
