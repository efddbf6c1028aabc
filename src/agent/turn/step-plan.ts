import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { SessionClient } from '../client/session-client.ts';

type StepState = PlanEntry['status'] | 'failed';

/** Shows several steps as a plan. A plan in ACP knows no failure, so that is said in words. */
export function createStepPlan(labels: readonly string[], client: SessionClient) {
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
