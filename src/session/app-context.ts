import { join } from 'node:path';
import type { EntryPlace } from '../config/expand-entry.ts';
import type { SettingsFile } from '../config/settings.ts';
import type { AppDirs } from '../platform/app-dirs.ts';
import type { ProcessContext } from '../platform/process-context.ts';

/** What the command line said, valid and complete. */
export interface Flags {
  /** The name of an agent in acp.json. */
  agent?: string;
  model?: string;
  agentCommand?: string;
  /** The address of a model server, for the built-in agent. */
  provider?: string;
  /** The recorded session to go on with: the newest of the directory, or the one whose id begins so. */
  resume?: 'newest' | { id: string };
  /** Whether that one stays as it is, and a new one begins with it. */
  fork: boolean;
  outputFormat: 'text' | 'json' | 'stream-json';
  /** What overrides config.json. */
  settings: SettingsFile;
  mcpConfig?: string;
  addDir: string[];
  trustProject: boolean;
  debug: boolean;
  /** False with --no-color. */
  color: boolean;
}

/** What every command is started with. `cwd` is the directory to work in, absolute. */
export interface AppContext extends Omit<ProcessContext, 'flush'> {
  /** The environment as it was given, for commands that the user types. `env` has no programs of the project's on PATH. */
  shellEnv: ProcessContext['env'];
  flags: Flags;
  dirs: AppDirs;
  /** Says one thing on stderr. */
  note(line: string): void;
  /** Writes a line to the debug log, when there is one. */
  log(line: string): void;
}

/** What the entries of a run are expanded in. */
export function surroundingsOf({ env, cwd, dirs }: Pick<AppContext, 'env' | 'cwd' | 'dirs'>): EntryPlace {
  return { env, cwd, packages: join(dirs.dataDir, 'packages') };
}
