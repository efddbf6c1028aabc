import type { Gatekeeper, ToolCatalogue, ToolResult } from '../core/ports.ts';

/** The catalogue as backends get it: every call passes the gate first, a refusal is a failed result with its reason. */
export function gateCatalogue(
  catalogue: ToolCatalogue,
  gate: Gatekeeper,
  askedBy: () => string,
): ToolCatalogue {
  return {
    ready: () => catalogue.ready(),
    list: () => catalogue.list(),
    find: (name) => catalogue.find(name),
    onChange: (listener) => catalogue.onChange(listener),
    async call(name, args, options = {}) {
      const { onProgress: _, ...about } = options;
      const verdict = await gate.authorize(
        { kind: 'tool', tool: name, args },
        { askedBy: askedBy(), ...about },
      );
      return verdict.allowed ? catalogue.call(name, args, options) : refusal(name, verdict.reason);
    },
  };
}

function refusal(tool: string, reason: string): ToolResult {
  return { content: [{ type: 'text', text: `${tool} was not called: ${reason}.` }], isError: true };
}
