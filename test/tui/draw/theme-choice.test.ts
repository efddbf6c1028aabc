import { expect, test } from 'vitest';
import {
  chooseTheme,
  DARK,
  dependsOnBackground,
  EITHER,
  HIGH_DARK,
  HIGH_EITHER,
  HIGH_LIGHT,
  LIGHT,
  MONOCHROME,
} from '../../../src/tui/draw/theme-choice.ts';
import { askBackground, readBackground } from '../../../src/tui/terminal/theme-background.ts';
import { FakeTerminal } from '../fake-terminal.ts';

test.each([
  ['auto', null, EITHER.base],
  ['auto', 'dark', DARK.base],
  ['auto', 'light', LIGHT.base],
  ['dark', 'light', DARK.base],
  ['light', null, LIGHT.base],
  ['high-contrast', null, HIGH_EITHER.base],
  ['high-contrast', 'dark', HIGH_DARK.base],
  ['high-contrast', 'light', HIGH_LIGHT.base],
  ['none', 'dark', MONOCHROME],
] as const)('%s on a background that is %s', (setting, background, styles) => {
  expect(chooseTheme(setting, { colors: 4, background, links: false }).styles).toEqual(styles);
});

test('a terminal shows no colour that it has not', () => {
  const theme = (colors: 1 | 4 | 8 | 24) => chooseTheme('dark', { colors, background: null, links: false });
  expect(theme(1).styles).toEqual(MONOCHROME);
  expect(theme(1).keepsColors).toBe(false);
  expect(Object.values(theme(4).styles).join()).not.toMatch(/[34]8;/);
  expect(Object.values(theme(8).styles).join()).not.toMatch(/[34]8;2/);
  expect(theme(24).styles.addedLine).toMatch(/^48;2;/);
});

test('without colours nothing is told by colour, and programs keep none of theirs', () => {
  const { styles, keepsColors } = chooseTheme('none', { colors: 24, background: 'dark', links: true });
  expect(keepsColors).toBe(false);
  expect(Object.values(styles).join()).toMatch(/^[\d,;]*$/);
  expect(Object.values(styles).filter((parameters) => /(?:^|;)[349]\d/.test(parameters))).toEqual([]);
});

test('the terminal is only asked for its background where that makes a difference', () => {
  const looks = { colors: 8, background: 'dark', links: false } as const;
  expect(dependsOnBackground('auto', looks)).toBe(true);
  expect(dependsOnBackground('high-contrast', looks)).toBe(true);
  expect(dependsOnBackground('light', looks)).toBe(false);
  expect(dependsOnBackground('none', looks)).toBe(false);
  expect(dependsOnBackground('auto', { ...looks, colors: 1 })).toBe(false);
});

test.each([
  ['11;rgb:0000/0000/0000', 'dark'],
  ['11;rgb:ffff/ffff/ffff', 'light'],
  ['11;rgb:1e/1e/2e', 'dark'],
  ['11;rgb:fdfd/f6f6/e3e3', 'light'],
  ['11;rgb:0000/2b2b/3636', 'dark'],
  ['11;rgba:ffff/ffff/ffff/8000', 'light'],
  ['11;rgb:f/f/f', 'light'],
  ['10;rgb:ffff/ffff/ffff', null],
  ['11;?', null],
  ['11;rgb:zz/zz/zz', null],
  ['52;c;aGk=', null],
])('a terminal that answers %s is %s', (answer, background) => {
  expect(readBackground(answer)).toBe(background);
});

test('the question is one that emulators swallow', async () => {
  const terminal = new FakeTerminal();
  askBackground(terminal);
  await terminal.drawn();
  expect(terminal.screen()).toBe('');
});
