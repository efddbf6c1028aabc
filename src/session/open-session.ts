import { join } from 'node:path';
import { withGrants } from '../config/project-grants.ts';
import type { Settings } from '../config/settings.ts';
import { parseRule } from '../core/permission-rule.ts';
import type { Session } from '../core/ports.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from './app-context.ts';
import { chooseBackend } from './choose-backend.ts';
import { createSession } from './create-session.ts';
import type { Project } from './load-project.ts';
import { openMcpHost } from './open-mcp-host.ts';
import { openRecorder } from './open-recorder.ts';

/** Builds the session of a directory from its configuration and the command line. Nothing is started yet. */
export async function openSession(app: AppContext, project: Project, interactive: boolean): Promise<Session> {
  const { flags, cwd } = app;
  const settings = effectiveSettings(app, project);
  const roots = [cwd, ...flags.addDir].map((dir) => resolvePath(dir, cwd).real);
  const backend = chooseBackend(app, project, settings.maxTurns);
  const recorder = openRecorder(app.dirs.dataDir);
  const session = createSession({
    id: recorder.id,
    cwd,
    roots,
    mode: settings.permissionMode,
    rules: {
      allow: settings.allow.map(parseRule),
      ask: settings.ask.map(parseRule),
      deny: settings.deny.map(parseRule),
    },
    interactive,
    backend,
    mcp: await openMcpHost(app, project, roots, { spillDir: join(recorder.dir, 'results') }),
    record: recorder.record,
  });
  return {
    ...session,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await recorder.close();
    },
  };
}

/** The settings with what the flags and a trusted project add. */
function effectiveSettings({ flags }: AppContext, { config, untrusted }: Project): Settings {
  const trusted = !untrusted.some(({ kind }) => kind === 'permissions');
  const settings =
    config.grants !== null && trusted ? withGrants(config.settings, config.grants.value) : config.settings;
  return {
    ...settings,
    permissionMode: flags.permissionMode ?? settings.permissionMode,
    maxTurns: flags.maxTurns ?? settings.maxTurns,
    allow: [...flags.allow, ...settings.allow],
    deny: [...flags.deny, ...settings.deny],
  };
}
