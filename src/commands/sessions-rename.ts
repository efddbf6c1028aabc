import { printableJson } from '../core/text/printable-json.ts';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from '../session/app-context.ts';
import { userTitle } from '../session/records/user-title.ts';
import { createSessionStore } from '../store/session-store.ts';

/** `simse sessions rename <id> <title…>`. Refused while another simse has the session open, which has `/rename`. */
export async function runSessionsRename(
  { dirs, stdout, flags }: AppContext,
  idPrefix: string,
  words: readonly string[],
): Promise<number> {
  const title = userTitle(words.join(' '));
  if (title === '') throw new SimseError('usage', 'The title is empty.');
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const { log, events, meta } = await store.resume(id);
  await using opened = log;
  // A new title is no use of the session: --continue goes by when that was.
  opened.append({ type: 'title', title, by: 'user', seq: (events.at(-1)?.seq ?? 0) + 1, at: meta.updatedAt });
  await opened.flush();
  if (opened.failed !== null) throw opened.failed;
  stdout.write(
    flags.outputFormat === 'text'
      ? `${id} is called ${title}.\n`
      : `${printableJson({ renamed: { id, title } })}\n`,
  );
  return 0;
}
