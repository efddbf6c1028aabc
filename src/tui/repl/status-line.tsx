import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import { statusRow, type StatusView } from './status-row.ts';

/** Mode, agent, context, cost, trouble, and what can be done now. */
export function StatusLine(props: Omit<StatusView, 'keymap'>) {
  const { columns } = useScreen();
  return <Rows rows={[statusRow({ ...props, keymap: useKeys() }, columns)]} />;
}
