import type { ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { Library, LibraryChange } from '../../core/ports/library.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { ResourceChange, ResourceSource, ServerResource } from '../../mcp-server/features.ts';

type ResourceBlock = Extract<ContentBlock, { type: 'resource' }>;

export function textContents(uri: string, mimeType: string, text: string): ResourceBlock[] {
  return [{ type: 'resource', uri, mimeType, text }];
}

export function jsonContents(uri: string, value: unknown): ResourceBlock[] {
  return textContents(uri, 'application/json', JSON.stringify(value, null, 2));
}

const ALL = 'simse://library';
const TOPIC = `${ALL}/{topic}`;
const ENTRY = `${ALL}/{topic}/{entry}`;

/** The library as resources: its topics, the entries of a topic, an entry. */
export function libraryResources(library: Library): ResourceSource {
  return {
    templates: [
      {
        uriTemplate: TOPIC,
        name: 'library-topic',
        title: 'Topic of the library',
        description: 'The entries of one topic.',
        mimeType: 'application/json',
      },
      {
        uriTemplate: ENTRY,
        name: 'library-entry',
        title: 'Entry of the library',
        description: 'One entry, as Markdown.',
        mimeType: 'text/markdown',
      },
    ],
    list: () => list(library),
    read: (uri) => read(library, uri),
    async complete(_uriTemplate, variable, value, { topic }) {
      const begins = (text: string): boolean => text.startsWith(value.toLowerCase());
      const known = variable === 'topic' ? await topicNames(library) : await entryNames(library, topic);
      return [...new Set(known)].filter(begins);
    },
    onChange: (listener) => library.onChange((changes) => listener(toResourceChange(changes))),
  };
}

async function topicNames(library: Library): Promise<string[]> {
  return (await library.topics()).map(({ topic }) => topic);
}

async function entryNames(library: Library, topic: string | undefined): Promise<string[]> {
  const entries = await library.list(topic === undefined ? {} : { topic }).catch(nullIfMissing);
  return (entries ?? []).map(({ id }) => nameOf(id));
}

async function list(library: Library): Promise<ServerResource[]> {
  const [topics, entries] = await Promise.all([library.topics(), library.list({})]);
  return [
    {
      uri: ALL,
      name: 'library',
      title: 'Library',
      description: 'The topics of the library.',
      mimeType: 'application/json',
    },
    ...topics.map(({ topic, entries: count }) => ({
      uri: `${ALL}/${encodeURIComponent(topic)}`,
      name: `library-${topic}`,
      title: `Library: ${topic}`,
      description: countOf(count, 'entry', 'entries'),
      mimeType: 'application/json',
    })),
    ...entries.map(({ id, title, created }) => ({
      uri: entryUri(id),
      name: id,
      title: cleanLine(title),
      mimeType: 'text/markdown',
      lastModified: created,
    })),
  ];
}

async function read(library: Library, uri: string): ReturnType<ResourceSource['read']> {
  if (uri === ALL) return jsonContents(uri, await library.topics());
  const [topic, entry, ...rest] = partsOf(uri);
  if (topic === undefined || rest.length > 0) return null;
  if (entry === undefined) {
    const entries = await library.list({ topic }).catch(nullIfMissing);
    return entries === null || entries.length === 0 ? null : jsonContents(uri, entries);
  }
  const found = await library.read(`${topic}/${entry}`).catch(nullIfMissing);
  return found === null ? null : textContents(uri, 'text/markdown', cleanText(found.text));
}

/** What is no topic and no entry is no resource. */
function nullIfMissing(error: unknown): null {
  if (error instanceof SimseError && (error.code === 'not_found' || error.code === 'usage')) return null;
  throw error;
}

function partsOf(uri: string): string[] {
  if (!uri.startsWith(`${ALL}/`)) return [];
  try {
    return uri
      .slice(ALL.length + 1)
      .split('/')
      .map(decodeURIComponent);
  } catch {
    return []; // A lone percent sign.
  }
}

function toResourceChange(changes: readonly LibraryChange[]): ResourceChange {
  const uris = new Set([ALL]);
  for (const { id } of changes) {
    const uri = entryUri(id);
    uris.add(uri).add(uri.slice(0, uri.lastIndexOf('/')));
  }
  return { touches: (uri) => uris.has(uri), list: changes.some(({ kind }) => kind !== 'changed') };
}

/** Where an entry is read as a resource. */
export function entryUri(id: string): string {
  return `${ALL}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}
