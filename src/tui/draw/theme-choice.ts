import type { Background, ColorDepth, TerminalLooks } from '../../core/ports/terminal.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import type { StyleTable, Theme } from './theme.ts';
import {
  DARK,
  EITHER,
  HIGH_DARK,
  HIGH_EITHER,
  HIGH_LIGHT,
  LIGHT,
  MONOCHROME,
  type Palette,
} from './theme-colors.ts';

/** The theme for a terminal, by the user's setting and as many colours as the terminal shows. */
export function chooseTheme(setting: UiSettings['theme'], looks: TerminalLooks): Theme {
  const { colors, background, links, ascii = false } = looks;
  const keepsColors = setting !== 'none' && colors > 1;
  const styles = keepsColors ? tableOf(choosePalette(setting, background), colors) : MONOCHROME;
  return { styles, keepsColors, showsLinks: links, ascii };
}

/** Whether the theme is another one when the background becomes known. */
export function dependsOnBackground(setting: UiSettings['theme'], { colors }: TerminalLooks): boolean {
  return colors > 1 && (setting === 'auto' || setting === 'high-contrast');
}

function choosePalette(
  setting: Exclude<UiSettings['theme'], 'none'>,
  background: Background | null,
): Palette {
  switch (setting) {
    case 'dark':
      return DARK;
    case 'light':
      return LIGHT;
    case 'auto':
      return background === null ? EITHER : background === 'dark' ? DARK : LIGHT;
    case 'high-contrast':
      return background === null ? HIGH_EITHER : background === 'dark' ? HIGH_DARK : HIGH_LIGHT;
  }
}

function tableOf({ base, fixed, full }: Palette, colors: ColorDepth): StyleTable {
  return { ...base, ...(colors >= 8 ? fixed : {}), ...(colors === 24 ? full : {}) };
}
