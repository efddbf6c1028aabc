import type { PermissionMode } from '../core/gate-request.ts';
import type { AppDirs } from '../platform/app-dirs.ts';
import type { ProcessContext } from '../platform/process-context.ts';

/** What the command line said, valid and complete. */
export interface Flags {
  server?: string;
  model?: string;
  agentCommand?: string;
  outputFormat: 'text' | 'json' | 'stream-json';
  permissionMode?: PermissionMode;
  allow: string[];
  deny: string[];
  mcpConfig?: string;
  addDir: string[];
  trustProject: boolean;
  timeoutMs?: number;
  maxTurns?: number;
  debug: boolean;
  color: boolean;
}

/** What every command is started with. `cwd` is the directory to work in, absolute. */
export interface AppContext extends Omit<ProcessContext, 'flush' | 'platform' | 'home'> {
  flags: Flags;
  dirs: AppDirs;
  /** Says one thing on stderr. */
  note(line: string): void;
  /** Writes a line to the debug log, when there is one. */
  log(line: string): void;
}
