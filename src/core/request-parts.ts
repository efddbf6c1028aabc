import type { GateRequest } from './gate-request.ts';
import { separateCommands } from './shell-line.ts';

/**
 * The parts of a request that rules may allow one by one: the commands of a compound line, the paths of a claim. What
 * cannot be taken apart is one part. Never empty. Going to the directory that a command starts in anyway is no part: some
 * agents put that before every command.
 */
export function partsOf(request: GateRequest): GateRequest[] {
  if (request.kind !== 'shell' && request.kind !== 'claim') return [request];
  if (request.command !== undefined) {
    const commands = separateCommands(request.command);
    if (commands === null) return [request];
    const isIdle = (command: string) => request.kind === 'shell' && isGoingTo(request.cwd, command);
    const doing = commands.filter((command) => !isIdle(command));
    return (doing.length === 0 ? commands : doing).map((command) => ({ ...request, command }));
  }
  if (request.kind === 'shell' || request.paths.length === 0) return [request];
  return request.paths.map((path) => ({ ...request, paths: [path] }));
}

/** The whole of `cd <folder>`, plain or in single quotes, and nothing that a shell would expand. */
function isGoingTo(folder: string, command: string): boolean {
  if (!/^\/[^'"\\\n]*$/.test(folder)) return false;
  return command === `cd '${folder}'` || (/^[\w/.@%+,:-]+$/.test(folder) && command === `cd ${folder}`);
}
