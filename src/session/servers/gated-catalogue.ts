import type { CatalogueTool, ToolCatalogue, ToolResult } from '../../core/ports/catalogue.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { type Caller, endingWithTurn } from './caller.ts';
import { withholdWords } from './withhold-words.ts';

/**
 * The catalogue as backends get it: every call passes the gate first, a refusal is a failed result with its reason. What
 * the user has not seen of a tool no model sees either.
 */
export function gateCatalogue(catalogue: ToolCatalogue, gate: Gatekeeper, caller: Caller): ToolCatalogue {
  return {
    ready: () => catalogue.ready(),
    list: () => catalogue.list().map(asSeen),
    find(name) {
      const tool = catalogue.find(name);
      return tool === undefined ? undefined : asSeen(tool);
    },
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

function asSeen(tool: CatalogueTool): CatalogueTool {
  return tool.change === undefined ? tool : withholdWords(tool);
}

function refusal(tool: string, reason: string): ToolResult {
  return { content: [{ type: 'text', text: `${tool} was not called: ${reason}.` }], isError: true };
}
