import type { GateRequest } from './gate-request.ts';
import { scanShellLine } from './scan-shell.ts';
import type { ShellCommand } from './shell-command.ts';
import { nameOf, programsIn } from './shell-readings.ts';
import { isInside } from './workspace-path.ts';

/** What takes the rest of a line to another directory. */
const MOVING = new Set(['cd', 'chdir', 'pushd', 'popd']);

/**
 * The parts of a request that rules may allow one by one: the commands of a compound line, the paths of a claim. What
 * cannot be taken apart is one part, and so is a line that leaves the workspace on its way: rules do not reach there. Going to
 * where the line runs anyway is none. Never empty.
 */
export function partsOf(request: GateRequest, roots: readonly string[]): GateRequest[] {
  if (request.kind !== 'shell' && request.kind !== 'claim') return [request];
  if (request.command !== undefined) {
    const cwd = request.kind === 'shell' ? request.cwd : (request.cwd?.real ?? roots[0] ?? '');
    const commands = separateCommands(request.command, cwd, roots);
    return commands === null ? [request] : commands.map((command) => ({ ...request, command }));
  }
  if (request.kind === 'shell' || request.paths.length === 0) return [request];
  return request.paths.map((path) => ({ ...request, paths: [path] }));
}

/** The simple commands of a line, for holding each against a rule of its own; null when it cannot be taken apart. */
function separateCommands(line: string, cwd: string, roots: readonly string[]): string[] | null {
  const { commands, opaque, redirects } = scanShellLine(line);
  if (opaque || redirects || commands.length === 0) return null;
  if (commands.length > 1 && commands.some((command) => mayLeave(command, roots))) return null;
  const others = commands.filter((command) => !staysAt(command, cwd));
  return (others.length === 0 ? commands : others).map(({ text }) => text);
}

function staysAt({ words: [program, folder, ...others] }: ShellCommand, cwd: string): boolean {
  return program?.text === 'cd' && others.length === 0 && folder?.certain === true && folder.text === cwd;
}

function mayLeave({ words }: ShellCommand, roots: readonly string[]): boolean {
  return programsIn(words).some((at) => {
    const program = words[at];
    if (program === undefined || !MOVING.has(nameOf(program))) return false;
    const [folder, ...others] = words.slice(at + 1);
    if (folder?.certain !== true || others.length > 0 || /^[-+~]|(?:^|[/])[.][.](?:[/]|$)/.test(folder.text))
      return true;
    return /^[/\\]|^[a-z]:/i.test(folder.text) && !isInside(roots, folder.text);
  });
}
