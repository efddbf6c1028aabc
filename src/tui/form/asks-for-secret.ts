import type { FormField } from '../../core/elicitation/elicitation.ts';

const SECRET =
  /passw(?:or)?d|passphrase|credential|(?:api|access|private|auth)[\s_-]*key|(?<![a-z])(?:secret|token|pin)(?![a-z])/i;

/** Whether a field looks as if it wanted what nobody should type into a form: it is shown, and goes to whoever asks. */
export function asksForSecret({ key, label, type }: FormField): boolean {
  return (
    type === 'text' && [key, label].some((name) => SECRET.test(name.replace(/([a-z])([A-Z])/g, '$1 $2')))
  );
}
