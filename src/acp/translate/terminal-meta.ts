import type { SessionEvent } from '../../core/state/events.ts';
import { numberOf, recordOf, textOf } from '../../core/json.ts';

/** Where agents put the output of commands that they run themselves, while it comes and at its end. */
const OUTPUT_KEYS = ['terminal_output', 'terminal_output_delta'] as const;
const EXIT_KEY = 'terminal_exit';

/** The terminal events in the `_meta` of a tool call update: a convention of several agents, not of ACP. */
export function toTerminalEvents(update: Record<string, unknown>): SessionEvent[] {
  const meta = recordOf(update['_meta']);
  const outputs = OUTPUT_KEYS.map((key) => recordOf(meta[key])).flatMap(
    ({ terminal_id: id, data }): SessionEvent[] =>
      typeof id === 'string' && typeof data === 'string' && data !== ''
        ? [{ type: 'terminal_output', terminalId: id, text: data }]
        : [],
  );
  const { terminal_id: id, exit_code: code, signal } = recordOf(meta[EXIT_KEY]);
  if (typeof id !== 'string') return outputs;
  const exit = { terminalId: id, exitCode: numberOf(code) ?? null, signal: textOf(signal) ?? null };
  return [...outputs, { type: 'terminal_exited', ...exit }];
}
