const NO_ADDRESS =
  'It has to be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every one it has.';

/** By Node's code for the failure. */
const HINTS: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'Another program has the port; port 0 takes any that is free.'],
  ['EACCES', 'Ports below 1024 may need the rights of an administrator; port 0 takes any that is free.'],
  ['EADDRNOTAVAIL', NO_ADDRESS],
  ['ENOTFOUND', NO_ADDRESS],
  ['EAI_AGAIN', NO_ADDRESS],
]);

/** What to do where a server could not listen, if that is known. */
export function listenHint(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? HINTS.get(cause.code) : undefined;
}
