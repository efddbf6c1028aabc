import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { BridgedServers } from '../../core/ports/bridge.ts';
import type { CatalogueTool, ToolCatalogue, ToolResult } from '../../core/ports/catalogue.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { McpOffers, OfferOptions } from '../../core/ports/mcp-offers.ts';
import { OWN_SERVER, qualifiedName } from '../../core/text/tool-names.ts';
import type { EventStream } from '../event-stream.ts';
import { withholdWords } from './withhold-words.ts';

/** The backend that reaches the user's MCP servers. */
interface Caller {
  name(): string;
  /** Aborts when the turn that runs is cancelled. */
  turn(): AbortSignal;
}

/** Whichever backend the session has at the time. */
export function createCaller({ onEvent, getState }: EventStream): Caller {
  let turn = new AbortController();
  onEvent(({ type }) => {
    if (type === 'turn_cancelling') turn.abort();
    if (type === 'turn_started') turn = new AbortController();
  });
  return { name: () => getState().backend, turn: () => turn.signal };
}

/** Options of a call that ends with the turn, as not every agent gives its calls up by itself: Gemini does not. */
function endingWithTurn<Options extends { signal?: AbortSignal }>(
  options: Options,
  caller: Caller,
): Options & { signal: AbortSignal } {
  const turn = caller.turn();
  return {
    ...options,
    signal: options.signal === undefined ? turn : AbortSignal.any([options.signal, turn]),
  };
}

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

/** Prompts and resources as backends get them: what is read of a server passes the gate first, else it is `denied`. */
function gateOffers(offers: McpOffers, gate: Gatekeeper, caller: Caller): McpOffers {
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

interface Bridged {
  mcp: McpHost;
  /** The host's tools, and simse's own. */
  catalogue: ToolCatalogue;
  /** What is said about simse's own. */
  ownInstructions: string;
}

/** What a backend reaches of the user's servers and of simse itself. */
export function bridgeServers(
  { mcp, catalogue, ownInstructions }: Bridged,
  gate: Gatekeeper,
  caller: Caller,
): BridgedServers {
  return {
    catalogue: gateCatalogue(catalogue, gate, caller),
    offers: gateOffers(mcp.offers, gate, caller),
    instructions() {
      const told = mcp.status().flatMap(({ name }) => {
        const text = mcp.instructions(name);
        return text === null ? [] : [{ server: name, text }];
      });
      return ownInstructions === '' ? told : [...told, { server: OWN_SERVER, text: ownInstructions }];
    },
  };
}
