import { Fit, Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from './keys-context.ts';
import { keysRows } from './keys-rows.ts';

/** What the keys do, of which `scroll` rows are out of sight above. */
export function Keys({ scroll, height }: { scroll: number; height: number }) {
  const { columns } = useScreen();
  const keymap = useKeys();
  return (
    <Fit height={keysRows(keymap, scroll, columns, height).length}>
      {(rows) => <Rows rows={keysRows(keymap, scroll, columns, rows)} />}
    </Fit>
  );
}
