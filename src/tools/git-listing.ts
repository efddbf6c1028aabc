import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { childEnvironment } from '../platform/child-env.ts';
import { captureOutput } from '../platform/start-process.ts';
import { createTempFolder } from '../platform/temp-folder.ts';

const MAX_LISTING_BYTES = 64 * 1024 * 1024;
const GIT_TIMEOUT_MS = 60_000;
const MAX_LINK_BYTES = 4096;

/** One process lists what is tracked (H), new (?), changed (C) and gone (R). Nothing is written. */
const LISTING = ['ls-files', '-z', '-t', '--cached', '--others', '--modified', '--deleted'];

/** What a repository would say of the file system it is on. Whether a file is executable is not a change to mention. */
const FILE_SYSTEM = [
  'core.fsmonitor=false',
  'core.fileMode=false',
  ...(process.platform === 'win32' ? ['core.ignoreCase=true', 'core.symlinks=false'] : []),
  ...(process.platform === 'darwin' ? ['core.ignoreCase=true', 'core.precomposeUnicode=true'] : []),
];

/** Stands above every `.gitattributes`: no file has a filter to be run, nor is it read in another encoding. */
const ATTRIBUTES = '* -filter -diff -merge -text -ident -working-tree-encoding\n';

interface Repository {
  /** The top of the files. */
  top: string;
  index: string;
  /** Patterns of the repository's own. */
  exclude: string;
}

interface GitListingOptions {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/**
 * What git lists of a folder, null outside a repository and where git cannot say. git is shown the index and the files, and
 * an empty repository of our own around them: a repository's configuration names programs in a dozen ways, and nobody has
 * trusted it yet. Rejects only when the signal is aborted.
 */
export async function gitListing({ folder, env, signal }: GitListingOptions): Promise<string | null> {
  const repository = await findRepository(folder);
  if (repository === null) return null;
  const { top, index, exclude } = repository;
  // One without an index is new. What else stands in its place, a pipe say, git would wait for.
  if ((await exists(index)) && !(await isFile(index))) return null;
  const limits = { timeoutMs: GIT_TIMEOUT_MS, maxBytes: MAX_LISTING_BYTES, signal };
  await using own = await createTempFolder();
  const gitDir = await createEmptyRepository(own.path);
  const args = [
    '--no-optional-locks',
    ...FILE_SYSTEM.flatMap((setting) => ['-c', setting]),
    ...LISTING,
    '--exclude-standard',
    ...((await isFile(exclude)) ? [`--exclude-from=${exclude}`] : []),
  ];
  const extra = { GIT_DIR: gitDir, GIT_WORK_TREE: top, GIT_INDEX_FILE: index, GIT_TERMINAL_PROMPT: '0' };
  try {
    const program = { command: 'git', args, cwd: folder, env: childEnvironment(env, extra) };
    const { stdout, exit } = await captureOutput(program, limits);
    return exit.exitCode === 0 ? stdout : null;
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof SimseError)) throw thrown;
    return null;
  }
}

async function createEmptyRepository(folder: string): Promise<string> {
  for (const name of ['info', 'objects', 'refs']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'info', 'attributes'), ATTRIBUTES);
  return folder;
}

/** The repository whose files a folder is among. A folder that only looks like one, without a `.git`, is none. */
async function findRepository(folder: string): Promise<Repository | null> {
  for (let top = folder; ; top = dirname(top)) {
    const entry = join(top, '.git');
    const gitDir = (await isFile(entry)) ? await readLink(entry, 'gitdir: ') : entry;
    if (gitDir !== null && (await isFile(join(gitDir, 'HEAD')))) {
      // A worktree has an index of its own, and shares the rest.
      const common = (await readLink(join(gitDir, 'commondir'), '')) ?? gitDir;
      return { top, index: join(gitDir, 'index'), exclude: join(common, 'info', 'exclude') };
    }
    if (dirname(top) === top) return null;
  }
}

/** The path in a file that holds nothing else. */
async function readLink(file: string, head: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  if (stats?.isFile() !== true || stats.size > MAX_LINK_BYTES) return null;
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.startsWith(head) ? resolve(dirname(file), text.slice(head.length).trim()) : null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true;
}
