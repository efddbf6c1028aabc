import { Fit, Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import { queueRows, type QueueView } from './queue-rows.ts';

const MAX_ROWS = 4;

/** The prompts that wait. */
export function Queue(props: Omit<QueueView, 'keymap'>) {
  const { columns } = useScreen();
  const view = { ...props, keymap: useKeys() };
  return (
    <Fit height={queueRows(view, columns, MAX_ROWS).length}>
      {(rows) => <Rows rows={queueRows(view, columns, rows)} />}
    </Fit>
  );
}
