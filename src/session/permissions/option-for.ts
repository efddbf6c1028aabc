import type { OptionKind, QuestionOption } from '../../core/gate/gate-request.ts';

const PREFERRED: Record<'allow' | 'deny', readonly OptionKind[]> = {
  allow: ['allow_once', 'allow_always'],
  deny: ['reject_once', 'reject_always'],
};

/**
 * The option that says what was decided without asking, in the narrowest form there is. null when there is none, and
 * when several ways to allow once are offered: that is a question to a person, dressed as a permission.
 */
export function optionFor(
  options: readonly QuestionOption[],
  outcome: 'allow' | 'deny',
): QuestionOption | null {
  for (const kind of PREFERRED[outcome]) {
    const matching = options.filter((option) => option.kind === kind);
    if (kind === 'allow_once' && matching.length > 1) return null;
    if (matching[0] !== undefined) return matching[0];
  }
  return null;
}
