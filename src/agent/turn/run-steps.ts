import type { LabelledStep, SpokenStep, Step } from '../plain-form/step.ts';
import { helpText } from '../plain-form/help-text.ts';
import type { ToolContext, ToolOutcome } from '../tools/tool-invocation.ts';
import { codeSpan, formatAlone, formatSection } from './answer.ts';
import { prepareStep } from './prepare-step.ts';
import { runToolCall } from './run-tool-call.ts';
import { sayText } from './say-text.ts';
import { createStepPlan } from './step-plan.ts';

export interface StepRun {
  context: ToolContext;
  signal: AbortSignal;
  nextCallId(): string;
}

/**
 * Does the steps of a prompt one after the other, whether or not those before succeeded, and answers with what each has
 * to say. Returns which failed, null when none did. Throws when the signal is aborted.
 */
export async function runSteps(steps: readonly LabelledStep[], run: StepRun): Promise<string | null> {
  const [first] = steps;
  if (first === undefined) return null;
  if (steps.length > 1) return runSeveral(steps, run);
  const { ok, answer } = await runStep(first.step, run);
  await sayText(run.context.client, formatAlone(answer));
  return ok ? null : `${first.label} failed`;
}

async function runSeveral(steps: readonly LabelledStep[], run: StepRun): Promise<string | null> {
  const { client } = run.context;
  const plan = createStepPlan(
    steps.map(({ label }) => label),
    client,
  );
  const failed: string[] = [];
  for (const [index, { label, step }] of steps.entries()) {
    await plan.mark(index, 'in_progress');
    const { ok, answer } = await runStep(step, run);
    if (!ok) failed.push(label);
    await plan.mark(index, ok ? 'completed' : 'failed');
    await sayText(
      client,
      isSpoken(step) ? `${index > 0 ? '\n' : ''}${answer.text}\n` : formatSection(label, answer),
    );
  }
  if (failed.length === 0) return null;
  const summary = `${failed.length} of ${steps.length} steps failed`;
  await sayText(client, `\n${summary}: ${failed.map(codeSpan).join(', ')}.\n`);
  return summary;
}

function isSpoken(step: Step): step is SpokenStep {
  return step.command === 'help' || step.command === 'say';
}

async function runStep(
  step: Step,
  { context, signal, nextCallId }: StepRun,
): Promise<Pick<ToolOutcome, 'ok' | 'answer'>> {
  signal.throwIfAborted();
  if (!isSpoken(step)) return runToolCall(context, prepareStep(step, context), nextCallId(), signal);
  const text = step.command === 'help' ? helpText() : step.text;
  return { ok: true, answer: { text, form: 'markdown' } };
}
