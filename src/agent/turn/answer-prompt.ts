import type { ContentBlock } from '@agentclientprotocol/sdk';
import { explainProblems, explainProse } from '../plain-form/explain-prompt.ts';
import { parsePrompt } from '../plain-form/parse-prompt.ts';
import { readPrompt } from '../prompt-text.ts';
import { runSteps, type StepRun } from './run-steps.ts';
import { sayText } from './say-text.ts';

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
