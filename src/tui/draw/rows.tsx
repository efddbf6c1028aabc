import { Box, type DOMElement, measureElement, Text } from 'ink';
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
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

interface SpansProps {
  spans: Row;
  /** Which end is left out where there is too little room. */
  cut?: 'end' | 'start';
}

/** Text on one row, beside what else stands there, cut by the layout where it has less room. */
export function Spans({ spans, cut = 'end' }: SpansProps) {
  const { paint } = useScreen();
  return <Text wrap={cut === 'end' ? 'truncate-end' : 'truncate-start'}>{shown(paint(spans))}</Text>;
}

/** A row of text. */
export function TextRow(props: SpansProps) {
  return (
    <OneRow>
      <Spans {...props} />
    </OneRow>
  );
}

/** A row of texts beside each other, which stands however little room there is. */
export function OneRow({ children }: { children: ReactNode }) {
  return (
    <Box flexShrink={0} height={1}>
      {children}
    </Box>
  );
}

/** Rows that are fitted already: what was painted, as Markdown, code and changes are. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const { paint } = useScreen();
  return (
    <Box flexDirection="column" flexShrink={0}>
      {rows.map((row, index) => (
        <OneRow key={index}>
          <Text wrap="end">{shown(paint(row))}</Text>
        </OneRow>
      ))}
    </Box>
  );
}

/** An empty text would have no height. */
function shown(text: string): string {
  return text === '' ? ' ' : text;
}

/** Another value with each frame: what stands beside a component may have another height by then. */
export const FrameContext = createContext<unknown>(null);

interface FitProps {
  /** How many rows it takes where there is room. */
  height: number;
  /** Draws in as many rows as the layout has given. */
  children: (height: number) => ReactNode;
}

/** For what chooses what it shows by its height, as a list: the layout shrinks it, and it is drawn in what is left. */
export function Fit({ height, children }: FitProps) {
  const frame = use(FrameContext);
  const box = useRef<DOMElement>(null);
  const [missing, setMissing] = useState(0);
  useLayoutEffect(() => {
    if (box.current !== null) setMissing(height - measureElement(box.current).height);
  }, [height, frame]);
  return (
    <Box ref={box} flexDirection="column" height={height} overflowY="hidden">
      {children(Math.max(0, height - missing))}
    </Box>
  );
}
