import { join, resolve } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { BYPASS_WARNING } from '../core/gate/permission-mode.ts';
import type { NextSession } from '../core/ports/earlier-sessions.ts';
import { type ImageSource, MAX_IMAGE_BYTES } from '../core/ports/prompt-parts.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import { readClipboard } from '../platform/clipboard.ts';
import { openUrl } from '../platform/open-url.ts';
import { suspendProcess } from '../platform/run-interactive.ts';
import { terminalLooks, terminalSignals } from '../platform/terminal.ts';
import type { AppContext } from '../session/app-context.ts';
import { effectiveSettings, loadProject } from '../session/load-project.ts';
import { openSession } from '../session/open-session.ts';
import { findEarlierSession } from '../session/records/earlier-session.ts';
import { listSlashCommands } from '../session/slash-commands/slash-commands.ts';
import { openDrafts } from '../store/drafts.ts';
import { openPromptHistory } from '../store/prompt-history.ts';
import { readImage, toImage } from '../tools/read-image.ts';
import { isFirstRun } from './agents/first-run.ts';
import { setUp } from './agents/set-up.ts';
import { confirmTrust } from './shared/confirm-trust.ts';
import { createPromptEditor } from './shared/edit-text.ts';

/** `simse`: the REPL, with a first prompt when one was given; and with another session whenever the user goes on in one. */
export async function runRepl(app: AppContext, prompt: string | null): Promise<number> {
  if (await isFirstRun(app)) await setUp(app);
  let next = await runSession(app, prompt);
  while (next !== null) next = await runSession(appFor(app, next), null, next.turn);
  const stopped: unknown = app.signal.reason;
  if (stopped instanceof SimseError) throw stopped;
  return 0;
}

function appFor(app: AppContext, { id, fork }: NextSession): AppContext {
  return { ...app, flags: { ...app.flags, resume: { id }, fork } };
}

/** Resolves when the session is closed, with the one that the user goes on with. */
async function runSession(
  app: AppContext,
  prompt: string | null,
  turn?: number,
): Promise<NextSession | null> {
  const earlier = await findEarlierSession(app, turn);
  const project = await confirmTrust(app, await loadProject(app, earlier?.backend?.name));
  const settings = effectiveSettings(project);
  const bypasses = settings.permissionMode === 'bypassPermissions' ? [BYPASS_WARNING] : [];
  const banner = [bypasses, project.config.warnings, project.trust.warning ?? []].flat();
  const [{ startRepl }, history, drafts, session] = await Promise.all([
    import('../tui/start-repl.ts'),
    openPromptHistory({ dataDir: app.dirs.dataDir, cwd: app.cwd }),
    openDrafts({ dataDir: app.dirs.dataDir, cwd: app.cwd }),
    openSession(app, project, earlier, true),
  ]);
  await using opened = session;
  await using keptDraft = drafts;
  await using editor = createPromptEditor(app);
  return await startRepl({
    session: opened,
    banner,
    version: app.version,
    commands: listSlashCommands(),
    history,
    drafts: keptDraft,
    editText: editor.edit,
    images: createImageSource(app),
    terminal: {
      stdin: app.stdin,
      stdout: app.stdout,
      looks: terminalLooks(app.env, app.platform, app.flags.color),
      signals: terminalSignals(app.env),
      plain: app.env['TERM'] === 'dumb',
      suspend: suspendProcess,
      onInterrupt: app.onInterrupt,
      onEnd: app.onEnd,
    },
    ui: settings.ui,
    home: app.home,
    openUrl: (url) => openUrl(url, app.env),
    signal: app.signal,
    ...(prompt === null ? {} : { initialPrompt: prompt }),
  });
}

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'Install wl-clipboard (Wayland) or xclip (X11).',
};

/** Images that the user puts into a prompt by hand: from files, and from the clipboard by the programs of the system. */
function createImageSource({
  cwd,
  home,
  env,
  platform,
}: Pick<AppContext, 'cwd' | 'home' | 'env' | 'platform'>): ImageSource {
  return {
    read: (path) =>
      readImage(
        resolve(
          cwd,
          path.replace(/^~(?=$|[/\\])/, () => join(home)),
        ),
      ),
    async clipboard() {
      const found = await readClipboard({ cwd, platform, env: wholeEnvironment(env, {}) }, MAX_IMAGE_BYTES);
      if (found === 'no_program') throw noProgram(platform);
      return found !== null && 'image' in found ? toImage('clipboard.png', found.image) : found;
    },
  };
}

function noProgram(platform: NodeJS.Platform): SimseError {
  const hint = PROGRAMS[platform];
  const message = 'No program is there that reads the clipboard.';
  return new SimseError('not_found', message, hint === undefined ? {} : { hint });
}
