import { basename } from 'node:path';

/** Programs that only start another one, whose name says more. */
const LAUNCHERS = new Set([
  'node',
  'npx',
  'bunx',
  'bun',
  'deno',
  'uvx',
  'uv',
  'python',
  'python3',
  'env',
  'sh',
  'bash',
]);

/** What to call an agent that is known by its command line alone: its program, or what a launcher such as npx starts. */
export function nameOfCommand([program = '', ...args]: readonly string[]): string {
  const started = LAUNCHERS.has(bare(program))
    ? args.find((arg) => !arg.startsWith('-') && !arg.includes('='))
    : undefined;
  return bare(started ?? program) || 'agent';
}

/** Without folders, ending and version, in the letters that a name may have. */
function bare(path: string): string {
  return basename(path.replace(/(?<=.)@[^/]*$/, ''))
    .replace(/\.(?:exe|cmd|[cm]?js|py)$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 64);
}
