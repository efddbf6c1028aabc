import { Box, Text, useCursor } from 'ink';
import { useInsertionEffect, useSyncExternalStore } from 'react';
import type { Paint } from '../draw/paint.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import type { ReplStore } from './repl-store.ts';
import type { InkScreen } from '../terminal/ink-screen.ts';
import { paintItem } from '../transcript/paint-item.ts';

interface AppProps {
  store: ReplStore;
  screen: InkScreen;
  paint: Paint;
  keymap: KeyLabels;
}

/**
 * The frame that is redrawn. What goes into the scrollback above it is written past Ink, whose <Static> would lay it out
 * cell by cell, and is not kept.
 */
export function App({ store, screen, paint, keymap }: AppProps) {
  const { frame, columns } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { setCursorPosition } = useCursor();
  setCursorPosition(frame.cursor === null ? undefined : { x: frame.cursor.column, y: frame.cursor.row });
  // Before Ink writes, as an insertion effect is; a layout effect comes after.
  useInsertionEffect(() => {
    screen.print(store.takePrinted().flatMap((item) => paintItem(item, columns, paint, keymap)));
    screen.noteFrame(frame);
  });
  return (
    <Box flexDirection="column">
      {frame.rows.map((row, index) => (
        <PaintedRow key={index} text={paint(row)} />
      ))}
    </Box>
  );
}

/** One row, which is never wrapped: it has been fitted already. An empty text would have no height. */
function PaintedRow({ text }: { text: string }) {
  return <Text wrap="end">{text === '' ? ' ' : text}</Text>;
}
