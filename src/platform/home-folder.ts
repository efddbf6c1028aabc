import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * The user's home, always absolute: where HOME is empty or relative it is that of the account, and for a user whom the
 * system does not know, as in a container, the root folder.
 */
export function homeFolder(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The system has no entry for this user.
    }
  }
  return parse(process.execPath).root;
}
