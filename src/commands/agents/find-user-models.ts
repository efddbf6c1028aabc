import { findModels } from '../../agent/model/find-models.ts';
import type { ProviderFinding } from '../../agent/model/model-source.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { Project } from '../../session/load-project.ts';
import { modelSettings } from '../../session/model-settings.ts';

/** The providers that simse's own agent would find now, and their models; some seconds at most. Never rejects. */
export function findUserModels(app: AppContext, { config }: Project): Promise<readonly ProviderFinding[]> {
  const { env, signal } = app;
  const settings = modelSettings(app, config.settings.models);
  return findModels({ env, settings, cache: null, signal, inBackground() {} });
}
