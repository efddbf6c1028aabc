import * as z from 'zod';
import { defineModelTool } from './tool.ts';

const input = z.object({
  items: z
    .array(
      z.object({
        content: z.string().min(1),
        status: z.enum(['pending', 'in_progress', 'completed']),
        priority: z.enum(['high', 'medium', 'low']).default('medium'),
      }),
    )
    .max(50)
    .describe('the whole list, which takes the place of the one before'),
});

/** The list of what is to be done, which the user sees as the plan. */
export const TODO = defineModelTool({
  name: 'todo',
  description: 'Shows the user the steps of the work and how far each is. One step is in progress at a time.',
  input,
  isReadOnly: true,
  prepare: ({ items }, { client }) => ({
    name: 'todo',
    kind: 'think',
    title: 'Update the plan',
    locations: [],
    rawInput: { items },
    isQuiet: true,
    async run() {
      await client.update({ sessionUpdate: 'plan', entries: items });
      const open = items.filter(({ status }) => status !== 'completed').length;
      return {
        ok: true,
        answer: { text: `${open} of ${items.length} are open.`, form: 'markdown' },
        content: [],
      };
    },
  }),
});
