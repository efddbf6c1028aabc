import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf, SimseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { appDirs } from '../../platform/app-dirs.ts';
import { ownEnvironment } from '../../platform/child-env.ts';
import type { ProcessContext } from '../../platform/process-context.ts';
import type { AppContext, Flags } from '../../session/app-context.ts';

/**
 * Opens a log file for this run in the data directory and says where it is. Returns the function that appends a line;
 * written synchronously, so that the last line before a crash is there.
 */
function openDebugLog(dataDir: string, note: (line: string) => void): (line: string) => void {
  const dir = join(dataDir, 'logs');
  const file = join(dir, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.log`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    appendFileSync(file, '', { mode: 0o600 });
  } catch (thrown) {
    note(`There is no debug log: ${messageOf(thrown)}`);
    return () => {};
  }
  note(`The debug log is ${file}`);
  return (line) => appendFileSync(file, `${new Date().toISOString()} ${line}\n`);
}

/** Directories as they were given on the command line. */
interface Places {
  cwd?: string;
  dataDir?: string;
}

/** Joins the process and the command line. Throws SimseError('usage') for directories that do not exist. */
export function createAppContext(process: ProcessContext, flags: Flags, places: Places): AppContext {
  const { platform, home, stderr } = process;
  const cwd = resolve(process.cwd, places.cwd ?? '.');
  const env = ownEnvironment(process.env, { folders: [process.cwd, cwd], home });
  requireDirectory('--cwd', cwd);
  for (const dir of flags.addDir) requireDirectory('--add-dir', resolve(cwd, dir));
  const known = appDirs({ env, platform, home });
  const dirs =
    places.dataDir === undefined ? known : { ...known, dataDir: resolve(process.cwd, places.dataDir) };
  // Agents and servers have a word in many a note.
  const note = (line: string) => void stderr.write(`simse: ${cleanText(line)}\n`);
  return {
    ...process,
    env,
    shellEnv: process.env,
    cwd,
    flags,
    dirs,
    note,
    log: flags.debug ? openDebugLog(dirs.dataDir, note) : () => {},
  };
}

function requireDirectory(flag: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new SimseError('usage', `${flag}: ${path} is not a directory.`);
}
