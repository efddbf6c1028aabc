import type { UiSettings } from '../core/ports/ui-settings.ts';
import type { AppContext } from './app-context.ts';

/** Whether nothing may be drawn twice: the terminal cannot move its cursor, or the screen is read aloud. */
export function wantsLines(
  { env }: Pick<AppContext, 'env'>,
  { screenReader }: Pick<UiSettings, 'screenReader'>,
): boolean {
  return env['TERM'] === 'dumb' || screenReader;
}
