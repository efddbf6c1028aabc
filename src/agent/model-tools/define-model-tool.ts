import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolContext, ToolInvocation } from '../tools/tool-invocation.ts';
import type { ModelTool } from './model-tool.ts';

interface ToolPlan<Shape extends z.ZodType> {
  name: string;
  description: string;
  input: Shape;
  isReadOnly: boolean;
  mayRepeat?: boolean;
  prepare(input: z.output<Shape>, context: ToolContext): ToolInvocation;
}

/** A tool whose arguments have a shape; what does not fit it is told to the model place by place. */
export function defineModelTool<Shape extends z.ZodType>(plan: ToolPlan<Shape>): ModelTool {
  const { name, description, input, isReadOnly, mayRepeat = false } = plan;
  return {
    name,
    description,
    isReadOnly,
    mayRepeat,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as JsonObject,
    prepare(args, context) {
      const read = input.safeParse(args);
      if (read.success) return plan.prepare(read.data, context);
      throw new SimseError('usage', `${name} cannot be called so:\n${z.prettifyError(read.error)}`);
    },
  };
}
