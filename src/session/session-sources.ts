import type { Gatekeeper } from '../core/ports/gatekeeper.ts';
import type { SessionShell } from '../core/ports/session.ts';
import type { WorkspaceFiles } from '../core/ports/workspace-files.ts';
import { type AttachFiles, createFileAttacher } from './turns/attach-files.ts';
import type { BackendLink } from './backend/backend-link.ts';
import { createCustomCommands, type CustomCommands } from './custom-commands/custom-commands.ts';
import type { EventStream } from './event-stream.ts';
import { createSessionShell } from './workspace/session-shell.ts';
import { isOwnCommand } from './slash-commands/slash-commands.ts';
import { createWorkspaceFiles } from './workspace/workspace-files.ts';

interface Parts {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string>>;
  /** Of the commands that the user types. */
  shellEnv: Readonly<Record<string, string>>;
  stream: EventStream;
  gate: Gatekeeper;
  link: BackendLink;
  /** The user's config directory. */
  configDir: string;
}

/** What prompts are made of beside typed text: files of the workspace, and commands that the user runs. */
export interface SessionSources extends AsyncDisposable {
  readonly files: WorkspaceFiles;
  readonly shell: SessionShell;
  readonly attachFiles: AttachFiles;
  readonly custom: CustomCommands;
  /** Reads what the REPL lists from the beginning. */
  warmUp(): void;
}

export function createSessionSources({
  cwd,
  home,
  env,
  shellEnv,
  stream,
  gate,
  link,
  configDir,
}: Parts): SessionSources {
  const { emit } = stream;
  const files = createWorkspaceFiles({ folder: cwd, home, env });
  const shell = createSessionShell({ cwd, env: shellEnv, emit });
  const takesImages = async (): Promise<boolean> => {
    try {
      return (await link.start()).backend.capabilities.image;
    } catch {
      // It does not start, which the turn itself will say.
      return false;
    }
  };
  const custom = createCustomCommands({ cwd, configDir }, isOwnCommand);
  return {
    files,
    custom,
    warmUp() {
      void custom.load().then((problems) => {
        for (const text of problems) emit({ type: 'notice', level: 'warn', source: '', text });
      });
    },
    shell,
    attachFiles: createFileAttacher({ cwd, home, gate, emit, takesImages }),
    async [Symbol.asyncDispose]() {
      files[Symbol.dispose]();
      await shell[Symbol.asyncDispose]();
    },
  };
}
