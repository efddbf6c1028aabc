import { expandVariables } from '../config/expand-variables.ts';
import type { ConfiguredModels } from '../config/model-settings.ts';
import type { AppContext } from './app-context.ts';

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
