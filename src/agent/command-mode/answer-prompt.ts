import type { ContentBlock, PlanEntry } from '@agentclientprotocol/sdk';
import { readPrompt } from '../client/prompt.ts';
import { sayText } from '../client/say.ts';
import type { SessionClient } from '../client/session-client.ts';
import { findByGlob } from '../tools/glob.ts';
import { grep } from '../tools/grep.ts';
import { listFolder } from '../tools/list.ts';
import { callMcpTool, listMcpTools } from '../tools/mcp.ts';
import { readFile } from '../tools/read.ts';
import { runInvocation } from '../tools/run-invocation.ts';
import { runShell } from '../tools/shell.ts';
import type { RunOutcome, ToolContext, ToolInvocation } from '../tools/tool.ts';
import { writeFile } from '../tools/write.ts';
import type { CommandStep, LabelledStep, SpokenStep, ToolStep } from './command-table.ts';
import { explainProblems, explainProse, helpText } from './explain-prompt.ts';
import { codeSpan, formatAlone, formatSection } from './format-answer.ts';
import { parsePrompt } from './parse-prompt.ts';

interface StepRun {
  context: ToolContext;
  signal: AbortSignal;
  nextCallId(): string;
}

/**
 * A turn without a model: the prompt is commands, or it is explained why it cannot be done. Returns what of it failed, null
 * when nothing did. Throws when it is cancelled.
 */
export async function answerPrompt(blocks: readonly ContentBlock[], run: StepRun): Promise<string | null> {
  const { text, attachment } = readPrompt(blocks);
  const parsed = parsePrompt(text, attachment);
  const { client } = run.context;
  switch (parsed.kind) {
    case 'steps':
      return runSteps(parsed.steps, run);
    case 'prose':
      await sayText(client, explainProse(text));
      return null;
    case 'problems':
      await sayText(client, explainProblems(parsed.problems, !text.trim().includes('\n')));
      return 'nothing was done';
  }
}

/**
 * Does the steps of a prompt one after the other, whether or not those before succeeded, and answers with what each has
 * to say. Returns which failed, null when none did. Throws when the signal is aborted.
 */
async function runSteps(steps: readonly LabelledStep[], run: StepRun): Promise<string | null> {
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

function isSpoken(step: CommandStep): step is SpokenStep {
  return step.command === 'help' || step.command === 'say';
}

async function runStep(
  step: CommandStep,
  { context, signal, nextCallId }: StepRun,
): Promise<Pick<RunOutcome, 'ok' | 'answer'>> {
  signal.throwIfAborted();
  if (!isSpoken(step)) return runInvocation(context, prepareStep(step, context), nextCallId(), signal);
  const text = step.command === 'help' ? helpText() : step.text;
  return { ok: true, answer: { text, form: 'markdown' } };
}

/** The use of a tool that a step stands for. */
function prepareStep(step: ToolStep, context: ToolContext): ToolInvocation {
  switch (step.command) {
    case 'read':
      return readFile(context, step);
    case 'list':
      return listFolder(context, step);
    case 'glob':
      return findByGlob(context, step);
    case 'grep':
      return grep(context, step);
    case 'write':
      return writeFile(context, { ...step, onlySeen: false });
    case 'run':
      return runShell(context, step);
    case 'call':
      return callMcpTool(step);
    case 'tools':
      return listMcpTools();
  }
}

type StepState = PlanEntry['status'] | 'failed';

/** Shows several steps as a plan. A plan in ACP knows no failure, so that is said in words. */
function createStepPlan(labels: readonly string[], client: SessionClient) {
  const states = labels.map((): StepState => 'pending');
  return {
    async mark(index: number, state: StepState): Promise<void> {
      states[index] = state;
      const entries = labels.map((label, at) => toEntry(label, states[at] ?? 'pending'));
      await client.update({ sessionUpdate: 'plan', entries });
    },
  };
}

function toEntry(label: string, state: StepState): PlanEntry {
  return state === 'failed'
    ? { content: `${label} (failed)`, priority: 'medium', status: 'completed' }
    : { content: label, priority: 'medium', status: state };
}
