import type { PermissionOption } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import { defineModelTool, type ModelTool, type ToolContext, textContent } from './tool.ts';

const NAME = 'exit_plan_mode';
const APPROVE = 'approve';
const OPTIONS: PermissionOption[] = [
  { optionId: APPROVE, kind: 'allow_once', name: 'Approve' },
  { optionId: 'keep_planning', kind: 'reject_once', name: 'Keep planning' },
];
const APPROVED = 'The user has approved the plan, and plan mode is over: carry it out now.';

const input = z.object({
  plan: z
    .string()
    .min(1)
    .describe('what you would do, in steps, as Markdown; the user sees nothing else of it'),
});

/** Shows the user a plan. `leave` ends plan mode when they approve of it. */
export function planTool(leave: () => Promise<void>): ModelTool {
  return defineModelTool({
    name: NAME,
    description:
      'Asks the user to approve your plan, which ends plan mode. Call it alone, when the plan is ready.',
    input,
    isReadOnly: true,
    mayRepeat: true,
    prepare: ({ plan }, { client }) => {
      const what = { kind: 'switch_mode', title: 'Carry out this plan', rawInput: { plan } } as const;
      return {
        name: NAME,
        ...what,
        locations: [],
        async run({ id, signal }) {
          const toolCall = { toolCallId: id, ...what, content: [textContent(plan)] };
          requireApproval(await client.requestPermission({ toolCall, options: OPTIONS }, signal));
          await leave();
          return { ok: true, answer: { text: APPROVED, form: 'verbatim' }, content: [textContent(plan)] };
        },
      };
    },
  });
}

type Response = Awaited<ReturnType<ToolContext['client']['requestPermission']>>;

function requireApproval({ outcome, _meta }: Response): void {
  if (outcome.outcome === 'selected' && outcome.optionId === APPROVE) return;
  const reason = _meta?.[REJECTION_REASON];
  const said =
    typeof reason === 'string' ? `They said: ${reason}` : 'Ask what should be different, and stop.';
  throw new SimseError('denied', `The user has not approved the plan, and plan mode continues. ${said}`);
}
