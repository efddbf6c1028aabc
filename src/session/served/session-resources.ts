import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { ResourceSource, ServerResource } from '../../mcp-server/features.ts';
import { toTranscript } from '../export/transcript.ts';
import { describeSession } from '../records/describe-session.ts';
import type { SessionArchive } from '../records/session-archive.ts';
import { jsonContents, textContents } from './library-resources.ts';

const ALL = 'simse://sessions';
const SUMMARY = `${ALL}/{id}`;
const TRANSCRIPT = `${ALL}/{id}/transcript`;
const ONE = /^simse:\/\/sessions\/([^/]+)(\/transcript)?$/;

/** The recorded sessions as resources: all of them, what is known of one, and what was said in it. */
export function sessionResources(archive: SessionArchive): ResourceSource {
  return {
    templates: [
      {
        uriTemplate: SUMMARY,
        name: 'session',
        title: 'Session',
        description: 'Title, directory, agent, times and turns of one session. The id may be cut short.',
        mimeType: 'application/json',
      },
      {
        uriTemplate: TRANSCRIPT,
        name: 'session-transcript',
        title: 'Transcript of a session',
        description: 'What was said and done in one session, as Markdown. The id may be cut short.',
        mimeType: 'text/markdown',
      },
    ],
    list: () => list(archive),
    read: (uri) => read(archive, uri),
    async complete(_uriTemplate, _variable, value) {
      const ids = (await archive.list()).map(({ id }) => id);
      return ids.filter((id) => id.startsWith(value));
    },
    onChange: (listener) =>
      archive.onChange(({ id, kind }) => {
        listener({ touches: (uri) => uri === ALL || isOf(id, uri), list: kind !== 'changed' });
      }),
  };
}

/** Whether a uri, in which the id may be cut short, is one of that session. */
function isOf(id: string, uri: string): boolean {
  const [, idPrefix] = ONE.exec(uri) ?? [];
  return idPrefix !== undefined && id.startsWith(idPrefix);
}

async function list(archive: SessionArchive): Promise<ServerResource[]> {
  const sessions = (await archive.list()).map(({ id, title, updatedAt }) => ({
    uri: `${ALL}/${id}`,
    name: id,
    title: cleanLine(title ?? '') || id,
    mimeType: 'application/json',
    lastModified: new Date(updatedAt).toISOString(),
  }));
  return [
    { uri: ALL, name: 'sessions', title: 'Sessions', mimeType: 'application/json' },
    ...sessions,
    ...sessions.map((session) => ({
      ...session,
      uri: `${session.uri}/transcript`,
      name: `${session.name}-transcript`,
      title: `Transcript: ${session.title}`,
      mimeType: 'text/markdown',
    })),
  ];
}

async function read(archive: SessionArchive, uri: string): ReturnType<ResourceSource['read']> {
  if (uri === ALL) return jsonContents(uri, (await archive.list()).map(describeSession));
  const [, id, part] = ONE.exec(uri) ?? [];
  if (id === undefined) return null;
  try {
    const { meta, entries } = await archive.read(id);
    return part === undefined
      ? jsonContents(uri, describeSession(meta))
      : textContents(uri, 'text/markdown', toTranscript(entries));
  } catch (error) {
    if (error instanceof SimseError && error.code === 'no_session') return null;
    throw error;
  }
}
