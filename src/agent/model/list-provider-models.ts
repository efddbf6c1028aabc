import { defined, isRecord, numberOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import type { ModelPrice } from './model.ts';
import type { ListedModel, Provider } from './provider.ts';
import { askProvider } from './provider-fetch.ts';

const MAX_MODELS = 2000;
const MILLION = 1_000_000;

/** The models of a provider that can chat, with what it says of them. Rejects with an Error for people. */
export async function listProviderModels(provider: Provider, signal: AbortSignal): Promise<ListedModel[]> {
  const body = await askProvider(provider, `${provider.baseUrl}/models${pageOf(provider)}`, signal);
  return readModels(body);
}

/** Of those that list their models in pages, one that has them all. */
function pageOf({ kind }: Provider): string {
  switch (kind) {
    case 'anthropic':
      return '?limit=1000';
    case 'google':
      return '?pageSize=1000';
    case 'openai':
    case 'openai-responses':
      return '';
  }
}

/** A bare list, `data` as most have it, or Google's `models`. */
function readModels(body: unknown): ListedModel[] {
  const { data, models } = recordOf(body);
  const listed = [body, data, models].find((value) => Array.isArray(value));
  return recordsOf(listed).slice(0, MAX_MODELS).flatMap(readModel);
}

type Entry = Record<string, unknown>;

/** Every provider has names of its own for the same facts. */
function readModel(entry: Entry): ListedModel[] {
  const id = textOf(entry['id']) ?? textOf(entry['name'])?.replace(/^models\//, '');
  if (id === undefined || !isChatModel(id) || !canChat(entry)) return [];
  const provider = recordOf(entry['top_provider']);
  return [
    defined({
      id,
      name: textOf(entry['display_name']) ?? textOf(entry['displayName']),
      contextWindow: firstNumber(entry, CONTEXT_NAMES),
      maxOutput: firstNumber(entry, OUTPUT_NAMES) ?? numberOf(provider['max_completion_tokens']),
      images: readImages(entry),
      reasoning: readReasoning(entry),
      price: readPrice(entry['pricing']),
    }),
  ];
}

const CONTEXT_NAMES = [
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
  'max_model_len',
];
const OUTPUT_NAMES = ['max_completion_tokens', 'max_output_tokens', 'max_tokens', 'outputTokenLimit'];

const OTHER_TYPES = new Set([
  'embedding',
  'embeddings',
  'image',
  'video',
  'audio',
  'transcribe',
  'moderation',
  'rerank',
  'reranking',
]);

function firstNumber(entry: Entry, names: readonly string[]): number | undefined {
  return names.map((name) => numberOf(entry[name])).find((number) => number !== undefined && number > 0);
}

/** Some say what a model is for, and some whether it takes tools. */
function canChat(entry: Entry): boolean {
  const methods = entry['supportedGenerationMethods'];
  const parameters = entry['supported_parameters'];
  const capabilities = recordOf(entry['capabilities']);
  const type = textOf(entry['type']);
  const output = recordOf(entry['architecture'])['output_modalities'];
  return (
    (!Array.isArray(methods) || methods.includes('generateContent')) &&
    (!Array.isArray(parameters) || parameters.includes('tools')) &&
    (!Array.isArray(output) || output.includes('text')) &&
    (type === undefined || !OTHER_TYPES.has(type)) &&
    capabilities['completion_chat'] !== false &&
    capabilities['function_calling'] !== false &&
    entry['active'] !== false
  );
}

function readImages(entry: Entry): boolean | undefined {
  const input = recordOf(entry['architecture'])['input_modalities'];
  const capabilities = recordOf(entry['capabilities']);
  const answers = [capabilities['vision'], supported(capabilities['image_input'])];
  return Array.isArray(input) ? input.includes('image') : answers.find((value) => typeof value === 'boolean');
}

function readReasoning(entry: Entry): boolean | undefined {
  const parameters = entry['supported_parameters'];
  const capabilities = recordOf(entry['capabilities']);
  const answers = [entry['thinking'], supported(capabilities['thinking']), capabilities['reasoning']];
  return Array.isArray(parameters)
    ? parameters.includes('reasoning')
    : answers.find((value) => typeof value === 'boolean');
}

function supported(capability: unknown): boolean | undefined {
  const value = isRecord(capability) ? capability['supported'] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** US dollars for one token, as text: so do the two that sell other providers' models. */
function readPrice(pricing: unknown): ModelPrice | undefined {
  const fields = recordOf(pricing);
  const [input, output, cacheRead, cacheWrite] = [
    ['prompt', 'input'],
    ['completion', 'output'],
    ['input_cache_read'],
    ['input_cache_write'],
  ].map((names) => names.map((name) => dollars(fields[name])).find((value) => value !== undefined));
  if (input === undefined || output === undefined) return undefined;
  return defined({ input, output, cacheRead, cacheWrite });
}

function dollars(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? Number((number * MILLION).toFixed(6)) : undefined;
}

/** Words in the names of models that make vectors, speech, pictures or films, or judge what others wrote. */
const OTHER_KINDS = new RegExp(
  [
    'embed(ding)?s?',
    'bge|gte|e5|minilm|nomic',
    'rerank(er)?',
    'whisper|transcribe|transcription|tts|speech|voxtral|orpheus|realtime|audio|live|lyria|music',
    'dall-e|image|images|imagen|imagine|flux|stable-diffusion|sdxl|veo|sora|video|banana',
    'moderation|guard|safeguard|safety|aqa|ocr',
    'computer-use|robotics|deep-research|multi-agent',
    'davinci|babbage|turbo-instruct',
  ]
    .map((words) => `(^|[-_./:])(${words})(?=$|[-_./:\\d])`)
    .join('|'),
  'i',
);

/** Whether a model's name is that of one to talk to. */
export function isChatModel(id: string): boolean {
  return !OTHER_KINDS.test(id);
}
