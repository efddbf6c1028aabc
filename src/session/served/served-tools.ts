import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { SimseError } from '../../core/errors.ts';
import { BYPASS_WARNING } from '../../core/gate/permission-mode.ts';
import type { AppContext } from '../app-context.ts';
import { effectiveSettings, loadProject } from '../load-project.ts';
import { createAskAgent } from './ask-agent.ts';
import { openExposed, type ServedTools } from './exposed-tools.ts';

export interface ServedToolsOptions {
  /** The folders that the server was started for, resolved. */
  roots: string[];
  askAgent: boolean;
  /** Patterns of the names of tools, as `files/*`. */
  expose: readonly string[];
}

/** `ask_agent` and the exposed tools, as far as they are wanted. Throws as loadProject and openExposed. */
export async function openServedTools(
  app: AppContext,
  { roots, askAgent, expose }: ServedToolsOptions,
): Promise<ServedTools> {
  if (!askAgent && expose.length === 0) return NO_TOOLS;
  const project = await loadProject(app);
  for (const warning of [...project.config.warnings, project.trust.warning ?? []].flat()) app.note(warning);
  if (effectiveSettings(project).permissionMode === 'bypassPermissions') app.note(BYPASS_WARNING);
  const configured = project.config.backends.map(({ value }) => value.name);
  const backends = [...new Set([...configured, BUILT_IN_BACKEND])];
  const asking = askAgent ? createAskAgent({ app, roots, backends }) : null;
  const own = asking === null ? [] : [asking.tool];
  const exposed = expose.length === 0 ? NO_TOOLS : await openExposed(app, project, roots, expose);
  return {
    tools: () => [...own, ...exposed.tools()],
    onChange: exposed.onChange,
    async [Symbol.asyncDispose]() {
      await Promise.all([asking?.[Symbol.asyncDispose](), exposed[Symbol.asyncDispose]()]);
    },
  };
}

const NO_TOOLS: ServedTools = {
  tools: () => [],
  onChange: () => () => {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

interface Reach {
  askAgent?: boolean;
  expose?: readonly string[];
  http?: unknown;
  auth: boolean;
}

/**
 * Whether clients may ask agents: where nothing is said only those over stdio, which are programs that the user lets run.
 * A client over HTTP is whoever has the token, and an agent runs code, as the user's own servers may. Throws
 * SimseError('usage') where not even a token is asked for.
 */
export function mayAskAgent({ askAgent, expose = [], http, auth }: Reach): boolean {
  if (http === undefined) return askAgent !== false;
  const [asked] = [...(askAgent === true ? ['--ask-agent'] : []), ...(expose.length > 0 ? ['--expose'] : [])];
  if (auth || asked === undefined) return askAgent === true;
  throw new SimseError('usage', `${asked} and --no-auth together let anybody on this machine run code.`, {
    hint: 'Leave one of them out.',
  });
}
