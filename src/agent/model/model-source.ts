import type { Model, ModelInfo } from './model.ts';
import type { Provider } from './provider.ts';

/** What came of asking one provider for its models. */
export interface ProviderFinding {
  provider: Provider;
  /** The first is the one to begin with. */
  models: readonly ModelInfo[];
  /** Why it could not be asked: then the models are those that it is known to have. */
  problem: string | null;
}

/** The models that this machine has a key or a server for. Disposing of it ends what it still does in the background. */
export interface ModelSource extends AsyncDisposable {
  /** In the order in which one is chosen when the user chose none. Never rejects. */
  list(): Promise<readonly ModelInfo[]>;
  /** As of the last list: what the user should know of it, one sentence each. */
  notes(): readonly string[];
  /** Throws SimseError('not_found') for one that is not in the list. Its provider's code is loaded when it is first asked. */
  open(id: string): Model;
}
