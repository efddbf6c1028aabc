import { expect, test } from 'vitest';
import { settleTail } from '../../../../src/tui/transcript/markdown/settle-tail.ts';

test.each([
  ['plain text stays as it is', 'Hello wor', 'Hello wor'],
  ['bold text is bold before it is closed', 'a **bold wo', 'a **bold wo**'],
  ['and stays so', 'a **bold** wo', 'a **bold** wo'],
  ['several within each other', '**a _b ~~c', '**a _b ~~c~~_**'],
  ['a closing that has only begun', 'a **bold*', 'a **bold**'],
  ['marks that have only begun wait', 'a **', 'a '],
  ['code before it is closed', 'use `np', 'use `np`'],
  ['marks within code are code', 'use `a*b', 'use `a*b`'],
  ['two backticks', 'use ``a ` b', 'use ``a ` b``'],
  ['blanks are no marks', '2 * 3 and 4 * 5', '2 * 3 and 4 * 5'],
  ['nor are signs within words', 'snake_case and 2*3', 'snake_case and 2*3'],
  ['escaped marks', 'a \\*b', 'a \\*b'],
  ['a link shows its text until it is whole', 'see [the docs](https://x', 'see the docs'],
  ['only the last line is closed', '**a\nb', '**a\nb'],
  ['an item that has only its mark', '- a\n- ', '- a'],
  ['a dash below text is no heading', 'text\n-', 'text'],
  ['nor is an equals sign', 'text\n==', 'text'],
  ['a fence that has only begun', 'text\n``', 'text'],
  ['the head of a table is one', '| a | b', '| a | b\n|---|---|'],
  ['also below its own line that has only begun', 'text\n\n| a | b |\n|--', 'text\n\n| a | b |\n|---|---|'],
  ['a whole table stays', '| a | b |\n|---|---|\n| 1', '| a | b |\n|---|---|\n| 1'],
  ['the empty text', '', ''],
])('%s', (_name, text, settled) => {
  expect(settleTail(text)).toBe(settled);
});
