import type { Claim, QuestionAnswer, QuestionOption } from '../../core/gate/gate-request.ts';
import { recordOf, textOf } from '../../core/json.ts';
import type { ToolCallPatch } from '../../core/tool-call.ts';
import { PLAN_ANSWERS, PLAN_TOOL } from '../vendors/vendor-quirks.ts';

/**
 * The plan with which an agent asks to leave its plan mode: in the input of its tool, or as the text that it shows with the
 * question. undefined for any other question, and for one that would do something else besides.
 */
export function planOf(
  { kind, name, input, content = [] }: Partial<ToolCallPatch>,
  claim: Claim,
): string | undefined {
  if (claim.command !== undefined || claim.diffs.length > 0) return undefined;
  const isPlanTool = PLAN_TOOL.test(name ?? '');
  const isOther = kind === undefined || kind === 'other' || kind === 'think';
  if (kind !== 'switch_mode' && !(isPlanTool && isOther)) return undefined;
  const shown = content.flatMap((item) =>
    item.type === 'content' && item.block.type === 'text' ? [item.block.text] : [],
  );
  const plan = textOf(recordOf(input)['plan']) ?? shown.join('\n');
  return plan.trim() === '' && !isPlanTool ? undefined : plan;
}

/** The answers to a plan, for every agent the same three. */
export interface PlanChoices {
  options: QuestionOption[];
  /** The answer in the agent's own options. */
  toAgents(answer: QuestionAnswer): QuestionAnswer;
}

const ACCEPT_EDITS = 'simse/approve-and-accept-edits';

/**
 * What an agent offers to a plan, in simse's words. That edits are accepted is simse's own mode, for an agent that has no
 * such answer, too. null where nobody knows which of its answers is which: then they are offered as they are.
 */
export function planChoices(offered: readonly QuestionOption[]): PlanChoices | null {
  const named = (ids: readonly string[], effect: 'allow' | 'reject') =>
    offered.find(({ id, kind }) => ids.includes(id) && kind.startsWith(effect));
  const accept = named(PLAN_ANSWERS.acceptEdits, 'allow');
  const [once, ...others] = offered.filter((option) => option.kind === 'allow_once' && option !== accept);
  const approve = named(PLAN_ANSWERS.approve, 'allow') ?? (others.length === 0 ? once : undefined);
  const keep =
    named(PLAN_ANSWERS.keepPlanning, 'reject') ?? offered.find(({ kind }) => kind === 'reject_once');
  if (approve === undefined || keep === undefined) return null;
  const options: QuestionOption[] = [
    {
      id: approve.id,
      label: 'Approve, and ask before each edit',
      kind: 'allow_once',
      isOurs: true,
      mode: 'default',
    },
    {
      id: accept?.id ?? ACCEPT_EDITS,
      label: 'Approve, and accept edits',
      kind: 'allow_always',
      isOurs: true,
      mode: 'acceptEdits',
    },
    { id: keep.id, label: 'Keep planning', kind: 'reject_once', isOurs: true },
  ];
  return {
    options,
    toAgents: (answer) =>
      answer.outcome === 'selected' && answer.optionId === ACCEPT_EDITS
        ? { ...answer, optionId: approve.id }
        : answer,
  };
}
