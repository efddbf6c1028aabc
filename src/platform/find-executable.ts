import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

interface Surroundings {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The file that runs when `command` is started in `cwd`: looked for on PATH, or taken as a path. null when there is none. */
export async function findExecutable(command: string, { cwd, env }: Surroundings): Promise<string | null> {
  for (const file of candidates(command, cwd, env)) if (await isExecutableFile(file)) return file;
  return null;
}

function candidates(command: string, cwd: string, env: Surroundings['env']): string[] {
  const isPath = /[/\\]/.test(command) && (process.platform === 'win32' || command.includes('/'));
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = isPath
    ? [resolve(cwd, command)]
    : folders.map((folder) => join(resolve(cwd, folder), command));
  if (process.platform !== 'win32') return files;
  const extensions = (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';');
  return files.flatMap((file) => [file, ...extensions.map((extension) => file + extension)]);
}

async function isExecutableFile(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Not there, or not for us to run.
    return false;
  }
}

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };
const PROCESSORS: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };

/** This system as registries of agents name it, such as `linux-x86_64`. */
export function systemName(): string {
  const { platform, arch } = process;
  return `${SYSTEMS[platform] ?? platform}-${PROCESSORS[arch] ?? arch}`;
}
