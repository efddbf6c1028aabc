import type { Gatekeeper, ToolCatalogue, ToolResult } from '../core/ports.ts';
import { type Caller, endingWithTurn } from './caller.ts';

/** The catalogue as backends get it: every call passes the gate first, a refusal is a failed result with its reason. */
export function gateCatalogue(catalogue: ToolCatalogue, gate: Gatekeeper, caller: Caller): ToolCatalogue {
  return {
    ready: () => catalogue.ready(),
    list: () => catalogue.list(),
    find: (name) => catalogue.find(name),
    onChange: (listener) => catalogue.onChange(listener),
    async call(name, args, given = {}) {
      const options = endingWithTurn(given, caller);
      const { onProgress: _, ...about } = options;
      const context = { askedBy: caller.name(), ...about };
      const verdict = await gate.authorize({ kind: 'tool', tool: name, args }, context);
      return verdict.allowed ? catalogue.call(name, args, options) : refusal(name, verdict.reason);
    },
  };
}

function refusal(tool: string, reason: string): ToolResult {
  return { content: [{ type: 'text', text: `${tool} was not called: ${reason}.` }], isError: true };
}
