import { defined, numberOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import { isChatModel } from './list-provider-models.ts';
import type { ListedModel, Provider } from './provider.ts';
import { providerFetch, readJson } from './provider-fetch.ts';

/**
 * How long a server on this machine may take to show that it is there, and then to say what it has: more than a busy machine
 * needs. Where nothing listens, that is known at once.
 */
const PROBE_MS = 1500;
const DETAIL_MS = 1500;
const MAX_DETAILS = 32;

type Environment = Readonly<Record<string, string | undefined>>;

export interface LocalProvider {
  provider: Provider;
  models: ListedModel[];
}

/** Where the servers of this machine are looked for. */
export interface LocalAddresses {
  ollama: string;
  lmStudio: string;
  llamaCpp: string;
}

/** The usual ports; Ollama's own variable says where it is instead. null where the user wants none to be looked for. */
export function localAddresses(env: Environment): LocalAddresses | null {
  if (env['SIMSE_LOCAL_MODELS'] === 'off') return null;
  return {
    ollama: ollamaAddress(env['OLLAMA_HOST'] ?? ''),
    lmStudio: 'http://127.0.0.1:1234',
    llamaCpp: 'http://127.0.0.1:8080',
  };
}

/** The model servers that run on this machine, each with its models. All are looked for at once; never rejects. */
export async function findLocalProviders(at: LocalAddresses, signal: AbortSignal): Promise<LocalProvider[]> {
  const probes = [
    askOllama(at.ollama, signal),
    askLmStudio(at.lmStudio, signal),
    askLlamaCpp(at.llamaCpp, signal),
  ];
  const found = await Promise.allSettled(probes);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** What the programs that serve models on one's own machines say of theirs at an address; null where it is none of them. */
export async function askLocalServer(baseUrl: string, signal: AbortSignal): Promise<ListedModel[] | null> {
  const { origin } = new URL(baseUrl);
  // llama.cpp also answers as Ollama does, and knows less there.
  const asked = [askLlamaCpp(origin, signal), askLmStudio(origin, signal), askOllama(origin, signal)];
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return found[0]?.models ?? null;
}

/** How many tokens Ollama has set aside for a model, which it says while the model is loaded; else null. Never rejects. */
export async function askOllamaWindow(
  { baseUrl }: Provider,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const running = await ask(`${new URL(baseUrl).origin}/api/ps`, PROBE_MS, signal).catch(() => null);
  const loaded = recordsOf(recordOf(running)['models']).find(({ name }) => name === model);
  return numberOf(loaded?.['context_length']) ?? null;
}

/** `0.0.0.0` is where it listens, not where it is. */
function ollamaAddress(host: string): string {
  const url = host === '' || /^https?:\/\//.test(host) ? host : `http://${host}`;
  if (!URL.canParse(url)) return 'http://127.0.0.1:11434';
  const { protocol, hostname, port } = new URL(url);
  const name = hostname === '0.0.0.0' || hostname === '[::]' ? '127.0.0.1' : hostname;
  return `${protocol}//${name}:${port || (protocol === 'https:' ? '443' : '11434')}`;
}

async function askOllama(address: string, signal: AbortSignal): Promise<LocalProvider[]> {
  const [tags, running] = await Promise.all([
    ask(`${address}/api/tags`, PROBE_MS, signal),
    ask(`${address}/api/ps`, PROBE_MS, signal).catch(() => null),
  ]);
  const loaded = new Map(recordsOf(recordOf(running)['models']).map((entry) => [entry['name'], entry]));
  const entries = recordsOf(recordOf(tags)['models']).slice(0, MAX_DETAILS);
  const models = await Promise.all(
    entries.map(async (entry) => {
      const id = textOf(entry['name']);
      if (id === undefined || !isChatModel(id)) return [];
      const shown = await ask(`${address}/api/show`, DETAIL_MS, signal, { model: id }).catch(() => null);
      return readOllamaModel(id, entry, recordOf(shown), loaded.get(id));
    }),
  );
  return toProvider('ollama', address, models.flat());
}

/**
 * The window is what the server has set aside, not what the model could have: it cuts off silently what is longer. It is known
 * of a model that is loaded, and of one whose file says so.
 */
function readOllamaModel(
  id: string,
  { size }: Record<string, unknown>,
  { capabilities, parameters }: Record<string, unknown>,
  running: Record<string, unknown> | undefined,
): ListedModel[] {
  const can = Array.isArray(capabilities) ? new Set<unknown>(capabilities) : null;
  if (can !== null && !can.has('tools')) return [];
  const written = /^num_ctx\s+(\d+)/m.exec(textOf(parameters) ?? '')?.[1];
  return [
    defined({
      id,
      bytes: numberOf(size),
      isLoaded: running !== undefined,
      contextWindow:
        numberOf(running?.['context_length']) ?? (written === undefined ? undefined : Number(written)),
      images: can?.has('vision'),
      reasoning: can?.has('thinking'),
    }),
  ];
}

async function askLmStudio(address: string, signal: AbortSignal): Promise<LocalProvider[]> {
  const body = recordOf(await ask(`${address}/api/v0/models`, PROBE_MS, signal));
  const models = recordsOf(body['data']).flatMap((entry): ListedModel[] => {
    const { id, type, state, capabilities } = entry;
    if (typeof id !== 'string' || !isChatModel(id) || (type !== 'llm' && type !== 'vlm')) return [];
    if (Array.isArray(capabilities) && !capabilities.includes('tool_use')) return [];
    const contextWindow = numberOf(entry['loaded_context_length']);
    return [defined({ id, images: type === 'vlm', isLoaded: state === 'loaded', contextWindow })];
  });
  return toProvider('lmstudio', address, models);
}

/** Many programs listen on that port: only one that says who it is counts. */
async function askLlamaCpp(address: string, signal: AbortSignal): Promise<LocalProvider[]> {
  const body = recordOf(await ask(`${address}/v1/models`, PROBE_MS, signal));
  const entries = recordsOf(body['data']).filter((entry) => entry['owned_by'] === 'llamacpp');
  if (entries.length === 0) return [];
  const properties = recordOf(await ask(`${address}/props`, DETAIL_MS, signal).catch(() => null));
  const contextWindow = numberOf(recordOf(properties['default_generation_settings'])['n_ctx']);
  const images = recordOf(properties['modalities'])['vision'] === true;
  const models = entries.flatMap(({ id }): ListedModel[] => {
    if (typeof id !== 'string' || !isChatModel(id)) return [];
    return [defined({ id, name: id.split(/[\\/]/).at(-1), isLoaded: true, contextWindow, images })];
  });
  return toProvider('llamacpp', address, models);
}

function toProvider(name: string, address: string, models: ListedModel[]): LocalProvider[] {
  if (models.length === 0) return [];
  const baseUrl = `${address}/v1`;
  const none = { apiKey: null, keyVariable: null, headers: {}, models: [] };
  return [{ provider: { name, kind: 'openai', baseUrl, from: address, isLocal: true, ...none }, models }];
}

async function ask(url: string, limitMs: number, signal: AbortSignal, body?: object): Promise<unknown> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const response = await providerFetch(url, { ...post, signal: limit });
  if (response.ok) return readJson(response);
  await response.body?.cancel();
  throw new Error(`${url} answers with ${response.status}`);
}
