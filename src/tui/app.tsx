import { Box, Static, Text, useCursor } from 'ink';
import { memo, useInsertionEffect, useSyncExternalStore } from 'react';
import { printableRows } from './draw/line.ts';
import type { Paint } from './draw/paint.ts';
import type { ReplStore } from './repl-store.ts';
import type { InkScreen } from './screen/ink-screen.ts';
import type { Item } from './transcript/block.ts';
import { blockLines } from './transcript/block-lines.ts';

interface AppProps {
  store: ReplStore;
  screen: InkScreen;
  paint: Paint;
}

/** The whole REPL: what goes into the terminal's scrollback, and below it the frame that is redrawn. */
export function App({ store, screen, paint }: AppProps) {
  const { printed, frame, columns } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { setCursorPosition } = useCursor();
  setCursorPosition(frame.cursor === null ? undefined : { x: frame.cursor.column, y: frame.cursor.row });
  // Before Ink writes, as an insertion effect is; a layout effect comes after.
  useInsertionEffect(() => screen.noteFrame(frame), [screen, frame]);
  return (
    <>
      <Scrollback items={printed} columns={columns} paint={paint} />
      <Box flexDirection="column">
        {frame.rows.map((row, index) => (
          <PaintedRow key={index} text={paint(row)} />
        ))}
      </Box>
    </>
  );
}

/** One row, which is never wrapped: it has been fitted already. An empty text would have no height. */
function PaintedRow({ text }: { text: string }) {
  return <Text wrap="end">{text === '' ? ' ' : text}</Text>;
}

interface ScrollbackProps {
  items: readonly Item[];
  columns: number;
  paint: Paint;
}

/** Memoised, since Ink draws at once, past its frame rate, whenever a component with <Static> in it is rendered. */
const Scrollback = memo(function Scrollback({ items, columns, paint }: ScrollbackProps) {
  return (
    <Static items={[...items]}>
      {(item) => {
        const rows = paintItem(item, columns, paint);
        return rows.length === 0 ? null : <PaintedRow key={item.id} text={rows.join('\n')} />;
      }}
    </Static>
  );
});

/** Printed once and for good, so no clock runs in it. Long lines of code are left to the terminal to wrap. */
function paintItem({ gap, block }: Item, columns: number, paint: Paint): string[] {
  const rows = printableRows(blockLines(block, columns, 0), columns - 1).map(paint);
  return gap && rows.length > 0 ? ['', ...rows] : rows;
}
