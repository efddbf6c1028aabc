import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { cleanText } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { appDirs } from '../../platform/app-dirs.ts';
import { ownEnvironment } from '../../platform/own-path.ts';
import type { ProcessContext } from '../../platform/process-context.ts';
import type { AppContext, Flags } from '../../session/app-context.ts';
import { openDebugLog } from '../../session/debug-log.ts';

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
