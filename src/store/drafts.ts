import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parseJson } from '../core/json.ts';
import type { UnsentDraft } from '../core/ports/prompt-parts.ts';
import { processStartedAt } from '../platform/process-table.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';

/** How soon a draft is on the disk after a key. */
const SAVE_MS = 300;
/** A draft beyond this is not kept. */
const MAX_BYTES = 16_000_000;

/** The unsent draft of one running simse in one directory, kept for the case that it comes to a sudden end. */
export interface DraftKeeper extends AsyncDisposable {
  /** What a simse that has ended left in this directory; nobody else gets it. */
  readonly restored: UnsentDraft | null;
  /** Keeps the draft as it is now; null when there is none any more. Never throws. */
  save(draft: UnsentDraft | null): void;
}

/** Never rejects: where nothing can be read or written, nothing is kept. */
export async function openDrafts(options: { dataDir: string; cwd: string }): Promise<DraftKeeper> {
  const name = createHash('sha256').update(options.cwd).digest('hex').slice(0, 32);
  const dir = join(options.dataDir, 'drafts', name);
  const file = join(dir, ownName());
  const restored = await claimDraft(dir, file).catch(() => null);
  let latest: UnsentDraft | null = restored;
  let written = latest;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      if (latest === written) return;
      written = latest;
      await writeDraft(dir, file, latest).catch(() => {
        // A full disk must not disturb typing.
      });
    });
    return writing;
  };
  return {
    restored,
    save(draft) {
      latest = draft;
      timer ??= setTimeout(() => void flush(), SAVE_MS);
    },
    [Symbol.asyncDispose]: flush,
  };
}

/** Names tell whose draft it is: a later process with the same number has another. */
function ownName(): string {
  return `${process.pid}-${startedAt(process.pid) ?? ''}.json`;
}

function startedAt(pid: number): string | null {
  return processStartedAt(pid)?.replaceAll(/\W/g, '') ?? null;
}

/** The newest draft whose owner is gone, or one's own of an earlier session, as the file `own` from now on. */
async function claimDraft(dir: string, own: string): Promise<UnsentDraft | null> {
  const files = await Promise.all(
    (await readdir(dir))
      .filter((name) => isAbandoned(name) || join(dir, name) === own)
      .map(async (name) => {
        const path = join(dir, name);
        return { path, at: (await stat(path)).mtimeMs };
      }),
  );
  for (const { path } of files.toSorted((a, b) => b.at - a.at)) {
    // Of several that start at once, only one can move it.
    const isOurs = await rename(path, own).then(
      () => true,
      () => false,
    );
    const draft = isOurs ? readDraft(await readFile(own, 'utf8')) : null;
    if (draft !== null) return draft;
  }
  return null;
}

function isAbandoned(name: string): boolean {
  const [, pid = '', started = ''] = /^(\d+)-(\w*)\.json$/.exec(name) ?? [];
  return pid !== '' && startedAt(Number(pid)) !== started;
}

function readDraft(text: string): UnsentDraft | null {
  const saved = parseJson(text);
  if (!isRecord(saved) || typeof saved['text'] !== 'string' || saved['text'].trim() === '') return null;
  const pastes: unknown = saved['pastes'];
  if (!Array.isArray(pastes) || !pastes.every((paste) => typeof paste === 'string')) return null;
  return { text: saved['text'], pastes };
}

async function writeDraft(dir: string, file: string, draft: UnsentDraft | null): Promise<void> {
  const text = draft === null ? '' : JSON.stringify(draft);
  if (text === '' || Buffer.byteLength(text) > MAX_BYTES) return rm(file, { force: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, text, 0o600);
}
