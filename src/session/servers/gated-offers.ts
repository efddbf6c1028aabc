import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { McpOffers, OfferOptions } from '../../core/ports/mcp-offers.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { qualifiedName } from '../../core/text/tool-names.ts';
import { type Caller, endingWithTurn } from './caller.ts';

/** Prompts and resources as backends get them: what is read of a server passes the gate first, else it is `denied`. */
export function gateOffers(offers: McpOffers, gate: Gatekeeper, caller: Caller): McpOffers {
  const authorize = async (tool: string, args: JsonObject, about: OfferOptions): Promise<void> => {
    const verdict = await gate.authorize({ kind: 'tool', tool, args }, { askedBy: caller.name(), ...about });
    if (!verdict.allowed) throw new SimseError('denied', `${tool} was not called: ${verdict.reason}`);
  };
  return {
    prompts: () => offers.prompts(),
    resources: () => offers.resources(),
    templates: () => offers.templates(),
    async getPrompt(server, name, args, given = {}) {
      const options = endingWithTurn(given, caller);
      await authorize(qualifiedName(server, 'prompts/get'), { name, arguments: args }, options);
      return offers.getPrompt(server, name, args, options);
    },
    async readResource(server, uri, given = {}) {
      const options = endingWithTurn(given, caller);
      await authorize(qualifiedName(server, 'resources/read'), { uri }, options);
      return offers.readResource(server, uri, options);
    },
    complete: (query, options) => offers.complete(query, options),
    subscribe: (server, uri, listener) => offers.subscribe(server, uri, listener),
    onChange: (listener) => offers.onChange(listener),
  };
}
