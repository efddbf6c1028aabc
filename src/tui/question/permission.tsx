import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import { dialogRows, type DialogView } from './dialog-rows.ts';

interface PermissionProps extends Omit<DialogView, 'keymap'> {
  /** How many rows it may take. */
  height: number;
}

/** The permission question that waits for an answer. */
export function Permission({ height, ...view }: PermissionProps) {
  const { columns } = useScreen();
  const keymap = useKeys();
  return <Rows rows={dialogRows({ ...view, keymap }, columns, height)} />;
}
