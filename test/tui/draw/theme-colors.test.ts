import { describe, expect, test } from 'vitest';
import type { Background, ColorDepth } from '../../../src/core/ports/terminal.ts';
import type { StyleTable } from '../../../src/tui/draw/theme.ts';
import { chooseTheme } from '../../../src/tui/draw/theme-choice.ts';

type Rgb = readonly [number, number, number];

/** Backgrounds of terminals as they come, and of the most used themes: xterm, VS Code, One, Solarized, Nord, Catppuccin. */
const BACKGROUNDS: Readonly<Record<Background, readonly string[]>> = {
  dark: ['000000', '1e1e1e', '282c34', '002b36', '2e3440', '1e1e2e'],
  light: ['ffffff', 'fafafa', 'fdf6e3', 'eff1f5'],
};
const CUBE = [0, 95, 135, 175, 215, 255];
const LINES = ['addedLine', 'removedLine', 'addedWord', 'removedWord'] as const;

function ofHex(hex: string): Rgb {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** One of the 240 colours that are the same in every terminal. */
function ofIndex(index: number): Rgb {
  if (index >= 232) return ofHex((8 + 10 * (index - 232)).toString(16).padStart(2, '0').repeat(3));
  const at = index - 16;
  return [CUBE[Math.floor(at / 36)] ?? 0, CUBE[Math.floor(at / 6) % 6] ?? 0, CUBE[at % 6] ?? 0];
}

/** The fixed foreground (38) or background (48) in SGR parameters; null where there is none. */
function fixedColor(parameters: string, kind: 38 | 48): Rgb | null {
  const index = new RegExp(`(?:^|;)${kind};5;(\\d+)`).exec(parameters)?.[1];
  if (index !== undefined) return ofIndex(Number(index));
  const rgb = new RegExp(`(?:^|;)${kind};2;(\\d+);(\\d+);(\\d+)`).exec(parameters)?.slice(1).map(Number);
  return rgb === undefined ? null : (rgb as unknown as Rgb);
}

/** As WCAG 2.2 defines both. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** All that the text of this theme may stand on. */
function backgroundsOf(styles: StyleTable, background: Background): Rgb[] {
  const own = LINES.map((style) => fixedColor(styles[style], 48)).filter((color) => color !== null);
  return [...BACKGROUNDS[background].map(ofHex), ...own];
}

const DEPTHS: readonly ColorDepth[] = [8, 24];
const CASES = (['dark', 'light'] as const).flatMap((background) =>
  DEPTHS.flatMap((colors) => [
    { setting: 'auto', background, colors, least: 4.5 } as const,
    { setting: 'high-contrast', background, colors, least: 7 } as const,
  ]),
);

describe.each(CASES)(
  '$setting on $background with $colors bits',
  ({ setting, background, colors, least }) => {
    const { styles } = chooseTheme(setting, { colors, background, links: false });
    const fixed = Object.entries(styles).flatMap(([style, parameters]) => {
      const color = fixedColor(parameters, 38);
      return color === null ? [] : [{ style, color }];
    });

    test('there are fixed colours', () => {
      expect(fixed.length).toBeGreaterThan(7);
    });

    test.each(fixed)(`$style reads with a contrast of ${least}`, ({ color }) => {
      const lowest = Math.min(...backgroundsOf(styles, background).map((each) => contrast(color, each)));
      expect(lowest).toBeGreaterThanOrEqual(least);
    });
  },
);

test('contrast is counted as WCAG does', () => {
  expect(contrast(ofHex('000000'), ofHex('ffffff'))).toBeCloseTo(21);
  expect(contrast(ofHex('767676'), ofHex('ffffff'))).toBeCloseTo(4.54, 2);
});

test('what changed within a line is no block of colour where the terminal shows 256 colours or fewer', () => {
  for (const colors of [4, 8] as const)
    for (const background of ['dark', 'light', null] as const) {
      const { styles } = chooseTheme('auto', { colors, background, links: false });
      expect([styles.addedWord, styles.removedWord]).toEqual(['4', '4']);
    }
});

test('diffs have no background of their own where the terminal shows 256 colours or fewer', () => {
  for (const colors of [4, 8] as const)
    for (const background of ['dark', 'light', null] as const) {
      const { styles } = chooseTheme('auto', { colors, background, links: false });
      expect(LINES.map((style) => styles[style]).join()).not.toContain('48;');
    }
});
