import { createContext, use } from 'react';
import type { Paint } from './paint.ts';
import type { Row } from './span.ts';

/** What components draw on. */
export interface Screen {
  readonly paint: Paint;
  /** How many columns there are to draw in: the last one of the terminal is left free. */
  readonly columns: number;
  /** How many rows there are to draw in; the last one of the terminal is left free as well. */
  readonly height: number;
}

const plain = (row: Row): string => row.map(({ text }) => text).join('');

export const ScreenContext = createContext<Screen>({ paint: plain, columns: 79, height: 23 });

/** What a component draws on. */
export function useScreen(): Screen {
  return use(ScreenContext);
}
