import type { ToolContext } from '../tools/tool-invocation.ts';

/** What is no part of the answer: the model's thoughts, and what happens to the question on its way. */
export async function sayThought({ client }: Pick<ToolContext, 'client'>, text: string): Promise<void> {
  await client.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
}
