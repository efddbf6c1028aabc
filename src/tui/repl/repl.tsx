import { type DOMElement, measureElement } from 'ink';
import { useInsertionEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Paint } from '../draw/paint.ts';
import { ScreenContext } from '../draw/screen-context.ts';
import type { Keymap } from '../keys/keymap.ts';
import { KeysContext } from '../keys/keys-context.ts';
import type { InkScreen } from '../terminal/ink-screen.ts';
import { paintItem } from '../transcript/paint-item.ts';
import { caretOf, LiveRegion } from './live-region.tsx';
import type { ReplStore } from './repl-store.ts';

interface ReplProps {
  store: ReplStore;
  screen: InkScreen;
  paint: Paint;
  keymap: Keymap;
}

/**
 * The REPL on the screen. What goes into the scrollback above it is written past Ink, whose <Static> would lay it out cell by
 * cell, and is not kept.
 */
export function Repl({ store, screen, paint, keymap }: ReplProps) {
  const { view, size } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const frame = useRef<DOMElement>(null);
  const { columns, rows } = size;
  const drawn = useMemo(
    () => ({ paint, columns: Math.max(1, columns - 1), height: Math.max(1, rows - 1) }),
    [paint, columns, rows],
  );
  // Before Ink writes, as an insertion effect is; a layout effect comes after.
  useInsertionEffect(() => {
    screen.print(store.takePrinted().flatMap((item) => paintItem(item, columns, paint, keymap)));
    screen.noteFrame({
      height: () => (frame.current === null ? 0 : measureElement(frame.current).height),
      caret: view === null ? null : caretOf(view.ui, drawn),
    });
  });
  if (view === null) return null;
  return (
    <ScreenContext value={drawn}>
      <KeysContext value={keymap}>
        <LiveRegion view={view} frame={frame} />
      </KeysContext>
    </ScreenContext>
  );
}
