import type { Model, ModelInfo } from './model.ts';

/** The models that this machine has a key or a server for. */
export interface ModelSource {
  /** In the order in which one is chosen when the user chose none. Never rejects. */
  list(): Promise<readonly ModelInfo[]>;
  /** Throws SimseError('not_found') for one that is not in the list. Its provider's code is loaded when it is first asked. */
  open(id: string): Model;
}
