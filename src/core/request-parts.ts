import type { GateRequest } from './gate-request.ts';
import { separateCommands } from './shell-line.ts';

/**
 * The parts of a request that rules may allow one by one: the commands of a compound line, the paths of a claim. What
 * cannot be taken apart is one part. Never empty.
 */
export function partsOf(request: GateRequest): GateRequest[] {
  if (request.kind !== 'shell' && request.kind !== 'claim') return [request];
  if (request.command !== undefined) {
    const commands = separateCommands(request.command);
    return commands === null ? [request] : commands.map((command) => ({ ...request, command }));
  }
  if (request.kind === 'shell' || request.paths.length === 0) return [request];
  return request.paths.map((path) => ({ ...request, paths: [path] }));
}
