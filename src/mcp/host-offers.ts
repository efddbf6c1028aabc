import { SimseError } from '../core/errors.ts';
import type { CompletionQuery, McpOffers, McpPromptMessage, OfferOptions } from '../core/ports/mcp-offers.ts';
import { RpcError } from '../core/rpc/rpc-message.ts';
import { capBlocks, type ResultCap } from './cap-result.ts';
import type { ServerRequests } from './server/server-requests.ts';
import type { ServerSupervisor } from './server/server-supervisor.ts';
import { toAnswerError } from './server-answer.ts';
import { toPromptMessages, toResourceBlocks } from './translate/to-content.ts';
import { toCompletionParams, toCompletions } from './translate/to-offers.ts';

/** A completion that takes longer is of no use to somebody who types. */
const COMPLETION_MS = 5000;

type Servers = ReadonlyMap<string, ServerSupervisor>;
type Requirement = (name: string) => ServerSupervisor;

export function createHostOffers(
  servers: Servers,
  requireServer: Requirement,
  onChange: McpOffers['onChange'],
  cap: (name: string) => ResultCap,
): McpOffers {
  const all = () => [...servers.values()];
  return {
    prompts: () => all().flatMap(({ lists }) => lists.prompts.items),
    resources: () => all().flatMap(({ lists }) => lists.resources.items),
    templates: () => all().flatMap(({ lists }) => lists.templates.items),
    async getPrompt(server, name, args, options = {}) {
      const answer = await ask(
        requireServer(server).requests,
        'prompts/get',
        { name, arguments: args },
        options,
      );
      const messages = toPromptMessages(answer);
      if (messages === null) throw badAnswer(server, 'prompts/get', 'messages');
      return capMessages(messages, cap(`${server}/${name}`));
    },
    async readResource(server, uri, options = {}) {
      const answer = await ask(requireServer(server).requests, 'resources/read', { uri }, options);
      const blocks = toResourceBlocks(answer, uri);
      if (blocks === null) throw badAnswer(server, 'resources/read', 'contents');
      return capBlocks(blocks, cap(`${server}/resource`));
    },
    complete: (query, options = {}) => complete(servers.get(query.target.server), query, options),
    subscribe: (server, uri, listener) => subscribe(requireServer(server), uri, listener),
    onChange,
  };
}

/** What a server answers. Rejects with a SimseError that names it. */
async function ask(
  requests: ServerRequests,
  method: string,
  params: Record<string, unknown>,
  { signal }: OfferOptions,
): Promise<unknown> {
  try {
    return await requests.request(method, params, signal === undefined ? {} : { signal });
  } catch (error) {
    throw error instanceof RpcError ? requests.nameError(toAnswerError(method, error)) : error;
  }
}

function badAnswer(server: string, method: string, missing: string): SimseError {
  return new SimseError('protocol', `server ${server} answered ${method} without ${missing}`);
}

async function capMessages(messages: McpPromptMessage[], cap: ResultCap): Promise<McpPromptMessage[]> {
  return Promise.all(
    messages.map(async ({ role, content }) => {
      const [capped] = await capBlocks([content], cap);
      return { role, content: capped ?? content };
    }),
  );
}

async function complete(
  server: ServerSupervisor | undefined,
  query: CompletionQuery,
  { signal }: OfferOptions,
): Promise<string[]> {
  try {
    const connection = await server?.requests.connected('completion/complete', signal);
    if (connection?.identity.capabilities['completions'] === undefined) return [];
    const options = { timeoutMs: COMPLETION_MS, ...(signal === undefined ? {} : { signal }) };
    return toCompletions(await connection.request('completion/complete', toCompletionParams(query), options));
  } catch {
    // Whoever types goes on without suggestions.
    return [];
  }
}

async function subscribe(
  server: ServerSupervisor,
  uri: string,
  listener: () => void,
): Promise<AsyncDisposable> {
  const { taken, remove } = server.subscriptions.add(uri, listener, () =>
    ask(server.requests, 'resources/subscribe', { uri }, {}),
  );
  try {
    await taken;
  } catch (error) {
    remove();
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      // A server that does not take it back tells of what nobody listens to.
      if (remove()) await server.requests.tryRequest('resources/unsubscribe', { uri });
    },
  };
}
