import type { Readable, Writable } from 'node:stream';
import type { PermissionMode } from '../core/gate-request.ts';
import type { AppDirs } from '../platform/app-dirs.ts';

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

/** What every command is started with. */
export interface AppContext {
  flags: Flags;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** The command line that starts this simse again. */
  entry: { command: string; args: string[] };
  /** Absolute. */
  cwd: string;
  dirs: AppDirs;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  /** Aborted, with a SimseError as its reason, when the process is told to stop. */
  signal: AbortSignal;
  /** Says one thing on stderr. */
  note(line: string): void;
  /** Writes a line to the debug log, when there is one. */
  log(line: string): void;
}
