import { Writable } from 'node:stream';
import { Box, type DOMElement, measureElement, render } from 'ink';
import { createRef, type ReactNode, type Ref } from 'react';
import type { Paint } from '../../../src/tui/draw/paint.ts';
import { type Screen, ScreenContext } from '../../../src/tui/draw/rows.tsx';
import { type Row, rowText } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import type { Keymap } from '../../../src/tui/keys/keymap.ts';
import { KeysContext } from '../../../src/tui/keys/keys-context.ts';
import type { DrawnFrame } from '../../../src/tui/terminal/draw-frame.ts';
import { type Caret, readFrame } from '../../../src/tui/terminal/ink-screen.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';

interface Look {
  caret?: Caret | null;
  paint?: Paint;
  keymap?: Keymap;
}

/** What there is to draw in, in a terminal of this size. */
export function screenOf({ columns, rows }: Size): Omit<Screen, 'paint'> {
  return { columns: Math.max(1, columns - 1), height: Math.max(1, rows - 1) };
}

/** What Ink makes of a tree in a terminal of this size; `frame` goes to the box that is the frame. */
export function drawFrame(
  node: (frame: Ref<DOMElement>) => ReactNode,
  size: Size,
  { caret = null, paint = rowText, keymap = DEFAULT_KEYMAP }: Look = {},
): DrawnFrame {
  const stdout = new InkOutput(size.columns);
  const frame = createRef<DOMElement>();
  const tree = (
    <ScreenContext value={{ ...screenOf(size), paint }}>
      <KeysContext value={keymap}>{node(frame)}</KeysContext>
    </ScreenContext>
  );
  const ink = render(tree, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
    debug: true,
  });
  const height = frame.current === null ? 0 : measureElement(frame.current).height;
  const drawn = readFrame(stdout.written, { height: () => height, caret }, size.columns - 1);
  ink.unmount();
  return drawn;
}

/** The rows of a component that has so many columns, and at most this many rows. */
export function drawComponent(node: ReactNode, columns: number, height = 23, look: Look = {}): string[] {
  const framed = (frame: Ref<DOMElement>) => (
    <Box flexDirection="column" width={columns} height={height} justifyContent="flex-end">
      <Box ref={frame} flexDirection="column" overflowY="hidden">
        {node}
      </Box>
    </Box>
  );
  return [...drawFrame(framed, { columns: columns + 1, rows: height + 1 }, look).rows];
}

/** The same with the styles that each part of a row has. */
export function drawStyled(
  node: ReactNode,
  columns: number,
  height?: number,
): { text: string; styles: string[] }[][] {
  const known: string[] = [];
  const paint: Paint = (row: Row) =>
    row
      .map(({ text, styles }) => {
        const key = styles.join(' ');
        if (!known.includes(key)) known.push(key);
        return `\u001b[38;5;${known.indexOf(key)}m${text}\u001b[39m`;
      })
      .join('');
  return drawComponent(node, columns, height, { paint }).map((row) =>
    Array.from(row.matchAll(/\u001b\[38;5;(\d+)m([^\u001b]*)/g), ([, index, text = '']) => ({
      text,
      styles: (known[Number(index)] ?? '').split(' ').filter((style) => style !== ''),
    })),
  );
}

/** Keeps what Ink wrote last. */
class InkOutput extends Writable {
  readonly columns: number;
  written = '';

  constructor(columns: number) {
    super({ decodeStrings: false });
    this.columns = columns;
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.written = chunk;
    done();
  }
}
