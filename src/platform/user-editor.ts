import { splitCommandLine } from './command-line.ts';

/** The editor that the user has chosen by VISUAL or EDITOR, else the one that every system of this kind has. */
export function userEditor(env: Readonly<Record<string, string | undefined>>): {
  command: string;
  args: string[];
} {
  const fallback = process.platform === 'win32' ? 'notepad' : 'vi';
  const [command = fallback, ...args] = splitCommandLine(env['VISUAL'] || env['EDITOR'] || fallback);
  return { command, args };
}
