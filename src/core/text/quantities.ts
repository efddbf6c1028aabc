const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long something took: `12 ms`, `1.2 s`, `2m 05s`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  return ms < 10 * SECOND ? `${(ms / SECOND).toFixed(1)} s` : formatElapsed(ms);
}

/** A running clock, in whole seconds: `4s`, `2m 05s`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND);
  if (ms < MINUTE) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** `1 tool`, `2 tools`; `several` where it is not the noun with an s. */
export function countOf(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `yesterday`, `12 days ago`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
