import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, parse, resolve } from 'node:path';

export interface AppDirs {
  /** acp.json, mcp.json and config.json of the user. */
  configDir: string;
  /** Sessions, library, logs, credentials, trust. */
  dataDir: string;
}

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
}

/** Where simse keeps things, by the customs of the platform. SIMSE_CONFIG_DIR and SIMSE_DATA_DIR override. */
export function appDirs({ env, platform, home }: Surroundings): AppDirs {
  const custom = customDirs({ env, platform, home });
  return {
    configDir: override(env['SIMSE_CONFIG_DIR']) ?? custom.configDir,
    dataDir: override(env['SIMSE_DATA_DIR']) ?? custom.dataDir,
  };
}

function customDirs({ env, platform, home }: Surroundings): AppDirs {
  if (platform === 'darwin') {
    const dir = join(home, 'Library', 'Application Support', 'simse');
    return { configDir: dir, dataDir: dir };
  }
  if (platform === 'win32') {
    const dir = join(absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming'), 'simse');
    return { configDir: dir, dataDir: dir };
  }
  return {
    configDir: join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'simse'),
    dataDir: join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'simse'),
  };
}

/** simse's own variables may be relative to the current directory. */
function override(path: string | undefined): string | undefined {
  return path === undefined || path === '' ? undefined : resolve(path);
}

/** The XDG specification has relative paths ignored; an empty variable counts as unset. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

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
