import type { JsonObject } from '../../core/json.ts';
import type { LineRange } from '../../tools/read-text.ts';

/** One thing to do, as it was typed. */
export type Step = SpokenStep | ToolStep;

/** A step that only says something. */
export type SpokenStep = { command: 'help' } | { command: 'say'; text: string };

/** A step that uses a tool. */
export type ToolStep =
  | { command: 'tools' }
  | { command: 'read'; path: string; range?: LineRange }
  | { command: 'list'; path: string }
  | { command: 'find'; glob: string }
  | { command: 'grep'; pattern: string; path: string }
  | { command: 'write'; path: string; text: string }
  | { command: 'run'; line: string }
  /** `tool` is `server/tool`. */
  | { command: 'call'; tool: string; args: JsonObject };

/** A step and the line it stands for in plans and headings. */
export interface LabelledStep {
  label: string;
  step: Step;
}
