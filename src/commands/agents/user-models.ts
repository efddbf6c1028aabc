import { findModels, type ProviderFinding } from '../../agent/model/find-models.ts';
import { expandVariables } from '../../config/expand-variables.ts';
import type { ConfiguredModels } from '../../config/model-settings.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { Project } from '../../session/load-project.ts';

/** What config.json and the command line say about models, its headers with the values of the variables in them. */
export function modelSettings(
  { flags, env }: Pick<AppContext, 'flags' | 'env'>,
  { providers = [], ...rest }: ConfiguredModels,
) {
  return {
    ...rest,
    providers: providers.map(({ headers = {}, ...provider }) => ({
      ...provider,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          expandVariables(value, env, `config.json: models: ${provider.name}: the header ${name}`),
        ]),
      ),
    })),
    ...(flags.provider === undefined ? {} : { oneOff: flags.provider }),
    ...(flags.model === undefined ? {} : { wanted: flags.model }),
  };
}

/** The providers that simse's own agent would find now, and their models; some seconds at most. Never rejects. */
export function findUserModels(app: AppContext, { config }: Project): Promise<readonly ProviderFinding[]> {
  const { env, signal } = app;
  const settings = modelSettings(app, config.settings.models);
  return findModels({ env, settings, cache: null, signal, inBackground() {} });
}
