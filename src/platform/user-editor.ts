import { splitCommandLine } from './command-line.ts';
import { findExecutable } from './find-executable.ts';

/** Editors of which nearly every system has one. */
const USUAL = process.platform === 'win32' ? ['notepad'] : ['vi', 'nano'];

export interface UserEditor {
  command: string;
  args: string[];
}

/**
 * The editor that the user has chosen by VISUAL or EDITOR, else the first usual one that is there. null with the names that
 * were looked for when none of them is.
 */
export async function findUserEditor(surroundings: {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}): Promise<{ found: UserEditor | null; lookedFor: string[] }> {
  const chosen = surroundings.env['VISUAL'] || surroundings.env['EDITOR'];
  const lines = chosen === undefined || chosen === '' ? USUAL : [chosen];
  for (const line of lines) {
    const [command = '', ...args] = splitCommandLine(line);
    if ((await findExecutable(command, surroundings)) !== null)
      return { found: { command, args }, lookedFor: lines };
  }
  return { found: null, lookedFor: lines };
}
