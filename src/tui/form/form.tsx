import type { Elicitation } from '../../core/elicitation/elicitation.ts';
import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import type { ElicitationState } from './form-state.ts';
import { elicitationRows } from './elicitation-rows.ts';

interface FormProps {
  elicitations: readonly Elicitation[];
  state: ElicitationState;
  /** How many rows it may take. */
  height: number;
}

/** The request for information that waits for an answer. */
export function Form({ elicitations, state, height }: FormProps) {
  const { columns } = useScreen();
  return <Rows rows={elicitationRows(elicitations, state, columns, height, useKeys())} />;
}
