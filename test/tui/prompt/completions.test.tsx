import { expect, test } from 'vitest';
import type { Completion } from '../../../src/tui/prompt/completion/completion.ts';
import { Completions } from '../../../src/tui/prompt/completions.tsx';
import { drawComponent } from '../live/draw-component.tsx';

const completions = (count: number): Completion[] =>
  Array.from({ length: count }, (_, index) => ({
    label: `@memo://${index}`,
    description: '',
    start: 0,
    end: 0,
    insert: '',
    onEnter: 'take',
  }));

const draw = (count: number, selected: number, height: number): string[] =>
  drawComponent(
    <Completions completions={completions(count)} selected={selected} isReading={false} />,
    40,
    height,
  );

test('a list that fits is all there', () => {
  expect(draw(3, 1, 3)).toEqual(['  @memo://0', '› @memo://1', '  @memo://2']);
});

test('a list that does not fit says how many more there are, wherever the mark stands', () => {
  expect(draw(9, 0, 4)).toEqual(['› @memo://0', '  @memo://1', '  @memo://2', '  … 6 more']);
  expect(draw(9, 8, 4)).toEqual(['  @memo://6', '  @memo://7', '› @memo://8', '  … 6 more']);
});

test('in a single row the chosen one stands alone', () => {
  expect(draw(9, 5, 1)).toEqual(['› @memo://5']);
  expect(draw(9, 5, 0)).toEqual([]);
});

test('of a long path the end is shown', () => {
  const label = `@${'deep/'.repeat(20)}cart.ts`;
  const completion = {
    label,
    description: '',
    positions: [101],
    start: 0,
    end: 0,
    insert: '',
    onEnter: 'take',
  } as const;
  const drawn = drawComponent(<Completions completions={[completion]} selected={0} isReading={false} />, 30);
  expect(drawn).toEqual(['› …deep/deep/deep/deep/cart.ts']);
});
