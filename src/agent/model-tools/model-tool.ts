import type { ToolDefinition } from '../model/model.ts';
import type { ToolContext, ToolInvocation } from '../tools/tool-invocation.ts';

/** A tool that a model may use. */
export interface ModelTool extends ToolDefinition {
  /** Whether it may run beside others of the same answer: it changes nothing. */
  readonly isReadOnly: boolean;
  /** Asking again is no turning in circles, since the answer is another each time. */
  readonly mayRepeat?: boolean;
  /** Reads what the model gave. Throws SimseError('usage') that tells the model what is wrong with it. */
  prepare(args: unknown, context: ToolContext): ToolInvocation;
}
