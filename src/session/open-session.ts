import { join, resolve } from 'node:path';
import type { Session } from '../core/ports/session.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import { openUrl } from '../platform/open-url.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from './app-context.ts';
import { chooseBackend, findBackend } from './backend/choose-backend.ts';
import { createSessionBackends } from './backend/session-backends.ts';
import { createSession } from './create-session.ts';
import { effectiveRules, effectiveSettings, type Project } from './load-project.ts';
import { libraryToolSet } from './own-tools/own-catalogue.ts';
import { createRuleFiles } from './permissions/rule-files.ts';
import type { EarlierSession } from './records/earlier-session.ts';
import { openRecorder } from './records/open-recorder.ts';
import { openEarlierSessions, openSessionRecords } from './records/session-records.ts';
import { openMcpHost } from './servers/open-mcp-host.ts';
import { lazyUserLibrary } from './user-library.ts';

/** Builds the session of a directory from its configuration and the command line. Nothing is started yet. */
export async function openSession(
  app: AppContext,
  project: Project,
  earlier: EarlierSession | null,
  interactive: boolean,
): Promise<Session> {
  const { flags, cwd } = app;
  const settings = effectiveSettings(project);
  const roots = [cwd, ...flags.addDir].map((dir) => resolvePath(dir, cwd).real);
  const backend = chooseBackend(app, project, settings.maxTurns);
  const recorder = await openRecorder(app.dirs.dataDir, earlier);
  const library = lazyUserLibrary(app);
  const session = createSession({
    id: recorder.id,
    cwd,
    roots,
    mode: settings.permissionMode,
    rules: effectiveRules(project),
    ruleFiles: createRuleFiles({ ...app.dirs, cwd, trust: project.trust }),
    interactive,
    backend,
    earlier,
    findBackend: (name) => findBackend(app, project, settings.maxTurns, name),
    env: wholeEnvironment(app.env, {}),
    shellEnv: wholeEnvironment(app.shellEnv, {}),
    home: app.home,
    configDir: app.dirs.configDir,
    ownPaths: ownPaths(app),
    openUrl: (url) => openUrl(url, app.env),
    mcp: await openMcpHost(app, project, roots, { spillDir: join(recorder.dir, 'results') }),
    own: libraryToolSet(library),
    records: openSessionRecords(app.dirs.dataDir, { ...recorder, cwd }),
    record: recorder.record,
    ports: {
      backends: createSessionBackends(app, project),
      earlier: openEarlierSessions(app.dirs.dataDir, { id: recorder.id, cwd }),
      library: library.port,
    },
    facts: { recordDir: recorder.dir, configFiles: configFiles(project) },
  });
  return {
    ...session,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
      const untold = await recorder.close();
      if (untold !== null) app.note(untold);
    },
  };
}

/** What says what simse runs and keeps, also by the flags of this run. */
function ownPaths({ cwd, dirs, flags }: AppContext): string[] {
  const named = flags.mcpConfig === undefined ? [] : [resolve(cwd, flags.mcpConfig)];
  return [dirs.configDir, dirs.dataDir, ...named];
}

/** The files that have something in force. */
function configFiles({ config: { backends, mcpServers, rules } }: Project): string[] {
  const entries = [...backends, ...mcpServers].map(({ origin }) => origin.file);
  return [...new Set([...entries, ...rules.flatMap(({ file = [] }) => file)])];
}
