import type { Library } from '../../core/ports/library.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import type { ServerPrompt } from '../../mcp-server/features.ts';
import { toTranscript } from '../export/transcript.ts';
import type { SessionArchive } from '../records/session-archive.ts';
import { entryUri, textContents } from './library-resources.ts';

const MAX_TRANSCRIPT_CHARS = 100_000;
const MAX_ENTRIES = 8;

/** The prompts that another agent's user may pick. */
export function ownPrompts(archive: SessionArchive, library: Library): ServerPrompt[] {
  return [continueSession(archive), fromLibrary(library)];
}

function continueSession(archive: SessionArchive): ServerPrompt {
  return {
    name: 'continue_session',
    title: 'Continue a session',
    description: 'Hands over what was said and done in a recorded session of simse, to continue it here.',
    arguments: [{ name: 'id', description: "The session's id, or the start of it", required: true }],
    async get({ id = '' }) {
      const { meta, entries } = await archive.read(id);
      const whole = toTranscript(entries);
      const transcript =
        whole.length > MAX_TRANSCRIPT_CHARS ? `…\n${whole.slice(-MAX_TRANSCRIPT_CHARS)}` : whole;
      const ask =
        'This is what was said and done in an earlier session with another agent. Continue from there.';
      return [
        { role: 'user', content: { type: 'text', text: ask } },
        ...textContents(`simse://sessions/${meta.id}/transcript`, 'text/markdown', transcript).map(
          (content) => ({ role: 'user', content }) as const,
        ),
      ];
    },
    async complete(_argument, value) {
      const ids = (await archive.list()).map(({ id }) => id);
      return ids.filter((id) => id.startsWith(value));
    },
  };
}

function fromLibrary(library: Library): ServerPrompt {
  return {
    name: 'from_library',
    title: 'With what the library knows',
    description: 'A question, together with what fits it in the library.',
    arguments: [
      { name: 'question', required: true },
      { name: 'topic', description: 'Only from this topic', required: false },
    ],
    async get({ question = '', topic }) {
      const filter = topic === undefined || topic === '' ? {} : { topic };
      const hits = await library.search({ text: question, limit: MAX_ENTRIES, ...filter });
      const entries = await Promise.all(hits.map(({ id }) => library.read(id)));
      return [
        ...entries.map(
          ({ id, text }) =>
            ({
              role: 'user',
              content: {
                type: 'resource',
                uri: entryUri(id),
                mimeType: 'text/markdown',
                text: cleanText(text),
              },
            }) as const,
        ),
        { role: 'user', content: { type: 'text', text: question } },
      ];
    },
    async complete(argument, value) {
      if (argument !== 'topic') return [];
      const topics = (await library.topics()).map(({ topic }) => topic);
      return topics.filter((topic) => topic.startsWith(value.toLowerCase()));
    },
  };
}
