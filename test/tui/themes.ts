import { chooseTheme } from '../../src/tui/draw/theme-choice.ts';

/** Attributes and the sixteen colours, for a background that is not known. */
export const SIXTEEN_COLORS = chooseTheme('auto', { colors: 4, background: null, links: false });

/** No colours at all. */
export const NO_COLORS = chooseTheme('none', { colors: 4, background: null, links: false });
