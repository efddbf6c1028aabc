import type { AgentSandbox } from './agent-sandbox.ts';

/** The texts of the prompts that have come to the agent. */
export async function promptsOf(sandbox: AgentSandbox): Promise<string[]> {
  const sent = await sandbox.sent();
  return sent.flatMap(({ method, params }) => {
    if (method !== 'session/prompt') return [];
    const { prompt: blocks } = params as { prompt: { text?: string }[] };
    return [blocks.map(({ text = '' }) => text).join('')];
  });
}
