import type { AppContext } from '../../session/app-context.ts';
import { type ChosenBackend, chooseBackend, withBackend } from '../../session/backend/choose-backend.ts';
import { loadProject, type Project, refuseUntrusted } from '../../session/load-project.ts';
import { askYesNo } from './ask-yes-no.ts';
import { showWhole } from './show-trust-subjects.ts';

/**
 * Shows what came with the project and wants to run or allow something, and asks. What the user agrees to is remembered;
 * what not stays in `untrusted`, is not started and does not apply; instead of a declined backend the built-in one is
 * used. Without a terminal nothing is asked.
 */
export async function confirmTrust(app: AppContext, project: Project): Promise<Project> {
  const canAsk = app.stdin.isTTY === true && app.stdout.isTTY === true;
  if (project.untrusted.length === 0 || !canAsk) return project;
  app.stdout.write('This project wants to run or allow the following:\n\n');
  if (!(await showWhole(app, project.untrusted)) || !(await askYesNo(app, app.stdout, QUESTION)))
    return withoutUntrusted(project);
  for (const subject of project.untrusted) {
    try {
      await project.trust.trust(subject);
    } catch (thrown) {
      app.note(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  return { ...project, untrusted: [] };
}

const QUESTION = 'Do you trust it? y allows all of this from now on, n continues without it.';

function withoutUntrusted(project: Project): Project {
  const isBackendDeclined = project.untrusted.some(({ kind }) => kind === 'backend');
  return isBackendDeclined ? { ...project, backend: null } : project;
}

/**
 * The backend of a name, else that of the run, for a command that starts it by itself: the MCP servers of the project are
 * not started, and what it wants to allow is not used, so that nothing but the backend's command has to be trusted.
 * Throws as chooseBackend, and SimseError('no_backend') for a name that is not configured.
 */
export async function trustedBackend(app: AppContext, name: string | undefined): Promise<ChosenBackend> {
  const loaded = await loadProject(app);
  const project = name === undefined ? loaded : withBackend(app, loaded, name);
  const untrusted = project.untrusted.filter(({ kind }) => kind === 'backend');
  const confirmed = await confirmTrust(app, { ...project, untrusted });
  refuseUntrusted(confirmed);
  return chooseBackend(app, confirmed, 1);
}
