import { expect, test } from 'vitest';
import { fitPath, normaliseQuery } from '../../../src/core/text/fuzzy-path.ts';

const PATHS = [
  'README.md',
  'docs/README.md',
  'src/session/create-session.ts',
  'src/session/session-actions.ts',
  'src/tui/editor/chips.ts',
  'src/tui/editor/editor.ts',
  'src/tui/TextField.tsx',
  'src/tui/',
  'test/tui/editor/editor.test.ts',
  'lib/straße/Übung.md',
];

/** The best path, with the characters that fit in brackets. */
function best(query: string): string | undefined {
  const fits = PATHS.flatMap((path) => {
    const fit = fitPath(normaliseQuery(query), path);
    return fit === null ? [] : [{ path, ...fit }];
  });
  const [first] = fits.sort((one, other) => other.score - one.score);
  return (
    first &&
    Array.from(first.path, (letter, at) => (first.positions.includes(at) ? `[${letter}]` : letter)).join('')
  );
}

test.each([
  ['chips', 'src/tui/editor/[c][h][i][p][s].ts'],
  ['a file before its folder', 'edit', 'src/tui/editor/[e][d][i][t]or.ts'],
  ['readme', '[R][E][A][D][M][E].md'],
  ['docs/re', '[d][o][c][s][/][R][E]ADME.md'],
  ['tui', 'src/[t][u][i]/'],
  ['beginnings of words', 'crs', 'src/session/[c][r]eate-[s]ession.ts'],
  ['humps', 'tf', 'src/tui/[T]ext[F]ield.tsx'],
  ['folder and name', 'tuich', 'src/[t][u][i]/editor/[c][h]ips.ts'],
  ['./src/tui/ed/ch', '[s][r][c][/][t][u][i][/][e][d]itor[/][c][h]ips.ts'],
  ['letters beyond ASCII', 'übung', 'lib/straße/[Ü][b][u][n][g].md'],
])('%s', (...row) => {
  const [query = '', expected] = row.slice(-2);
  expect(best(query)).toBe(expected);
});

test('what has not all characters in their order does not fit', () => {
  expect(best('zzz')).toBeUndefined();
  expect(fitPath('ba', 'ab')).toBeNull();
  expect(fitPath('aa', 'a')).toBeNull();
});

test('a very long path is compared by its end', () => {
  const path = `${'deep/'.repeat(400)}needle.ts`;
  expect(fitPath('needle', path)?.positions).toEqual([2000, 2001, 2002, 2003, 2004, 2005]);
});
