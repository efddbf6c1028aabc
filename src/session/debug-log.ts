import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../core/errors.ts';

/**
 * Opens a log file for this run in the data directory and says where it is. Returns the function that appends a line;
 * written synchronously, so that the last line before a crash is there.
 */
export function openDebugLog(dataDir: string, note: (line: string) => void): (line: string) => void {
  const dir = join(dataDir, 'logs');
  const file = join(dir, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.log`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    appendFileSync(file, '', { mode: 0o600 });
  } catch (thrown) {
    note(`There is no debug log: ${messageOf(thrown)}`);
    return () => {};
  }
  note(`The debug log is ${file}`);
  return (line) => appendFileSync(file, `${new Date().toISOString()} ${line}\n`);
}
