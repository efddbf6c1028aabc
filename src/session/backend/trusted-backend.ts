import type { AppContext } from '../app-context.ts';
import { type ChosenBackend, chooseBackend, withBackend } from './choose-backend.ts';
import { confirmTrust } from './confirm-trust.ts';
import { loadProject, refuseUntrusted } from '../load-project.ts';

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
