import type { Background, ColorDepth, TerminalLooks } from '../../core/ports/terminal.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import type { StyleTable, Theme } from './theme.ts';

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

/**
 * Every colour of the REPL, as SGR parameters. The base are attributes and the sixteen colours that the user's own
 * terminal theme defines; fixed ones, by the 256 (`38;5;`) or any (`38;2;`), are only taken where the background is
 * known, and read on the usual ones: test/tui/draw/theme-colors.test.ts holds them to a contrast of 4.5, high contrast to 7.
 */

/** A theme by what the terminal shows: 16 colours, what is different with 256, and what with any. */
interface Palette {
  readonly base: StyleTable;
  readonly fixed: Partial<StyleTable>;
  readonly full: Partial<StyleTable>;
}

/** No colours, only attributes. */
export const MONOCHROME: StyleTable = {
  strong: '1',
  dim: '2',
  emphasis: '3',
  underline: '4',
  struck: '9',
  accent: '',
  code: '',
  prompt: '1',
  selected: '7',
  good: '',
  warning: '1',
  bad: '1',
  added: '',
  removed: '',
  addedLine: '',
  removedLine: '',
  addedWord: '4',
  removedWord: '4',
  keyword: '',
  string: '',
  number: '',
  type: '',
  callable: '',
  attribute: '',
  meta: '',
  comment: '2',
};

/** Colours that most terminal themes make readable on dark and on light: no yellow, no blue, nothing bright. */
const SIXTEEN: StyleTable = {
  ...MONOCHROME,
  accent: '36',
  code: '36',
  good: '32',
  warning: '35',
  bad: '31',
  added: '32',
  removed: '31',
  addedLine: '32',
  removedLine: '31',
  keyword: '35',
  string: '32',
  number: '36',
  type: '36',
  meta: '35',
};

export const EITHER: Palette = { base: SIXTEEN, fixed: {}, full: {} };

export const DARK: Palette = {
  base: { ...SIXTEEN, warning: '33', number: '33', callable: '94', attribute: '96' },
  fixed: {
    keyword: '38;5;183',
    string: '38;5;150',
    number: '38;5;216',
    type: '38;5;116',
    callable: '38;5;117',
    attribute: '38;5;152',
    meta: '38;5;180',
    comment: '38;5;249',
  },
  full: {
    addedLine: '48;2;15;42;27',
    removedLine: '48;2;52;25;28',
    addedWord: '48;2;28;76;47',
    removedWord: '48;2;98;40;43',
  },
};

export const LIGHT: Palette = {
  base: { ...SIXTEEN, number: '31', callable: '34', attribute: '34' },
  fixed: {
    accent: '38;5;24',
    code: '38;5;24',
    good: '38;5;22',
    warning: '38;5;58',
    bad: '38;5;124',
    added: '38;5;22',
    removed: '38;5;124',
    addedLine: '38;5;22',
    removedLine: '38;5;124',
    keyword: '38;5;90',
    string: '38;5;22',
    number: '38;5;58',
    type: '38;5;24',
    callable: '38;5;25',
    attribute: '38;5;23',
    meta: '38;5;91',
    comment: '38;5;240',
  },
  full: {
    addedLine: '48;2;230;255;236',
    removedLine: '48;2;255;235;233',
    addedWord: '48;2;184;240;196',
    removedWord: '48;2;255;211;207',
  },
};

/** High contrast on a background that is not known: nothing is told by colour, nothing is dim. */
const PLAIN_HIGH: StyleTable = {
  ...MONOCHROME,
  dim: '',
  accent: '1',
  good: '1',
  bad: '1;7',
  warning: '1;7',
  added: '1',
  removed: '1',
  addedLine: '1',
  removedLine: '1',
  addedWord: '7',
  removedWord: '7',
  keyword: '1',
  comment: '',
};

export const HIGH_EITHER: Palette = { base: PLAIN_HIGH, fixed: {}, full: {} };

export const HIGH_DARK: Palette = {
  base: {
    ...PLAIN_HIGH,
    accent: '1;96',
    code: '96',
    good: '1;92',
    bad: '1;91',
    warning: '1;93',
    keyword: '1;95',
  },
  fixed: {
    accent: '1;38;5;159',
    code: '38;5;159',
    good: '1;38;5;157',
    warning: '1;38;5;229',
    bad: '1;38;5;217',
    added: '38;5;157',
    removed: '38;5;217',
    addedLine: '38;5;157',
    removedLine: '38;5;217',
    keyword: '1;38;5;225',
    string: '38;5;157',
    number: '38;5;223',
    type: '38;5;159',
    callable: '38;5;195',
    attribute: '38;5;195',
    meta: '38;5;223',
    comment: '38;5;252',
  },
  full: {},
};

export const HIGH_LIGHT: Palette = {
  base: { ...PLAIN_HIGH, accent: '1;34', code: '34', bad: '1;31', warning: '1;35', keyword: '1;35' },
  fixed: {
    accent: '1;38;5;18',
    code: '38;5;18',
    good: '1;38;5;22',
    warning: '1;38;5;52',
    bad: '1;38;5;88',
    added: '38;5;22',
    removed: '38;5;88',
    addedLine: '38;5;22',
    removedLine: '38;5;88',
    keyword: '1;38;5;90',
    string: '38;5;22',
    number: '38;5;52',
    type: '38;5;18',
    callable: '38;5;18',
    attribute: '38;5;54',
    meta: '38;5;53',
    comment: '38;5;238',
  },
  full: {},
};
