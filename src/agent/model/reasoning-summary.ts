import type { ModelPart } from './model.ts';
import { ModelError } from './model-error.ts';
import type { Provider } from './provider.ts';

const REFUSES = /reasoning.?summar/i;
const refused = new WeakSet<Provider>();

/**
 * OpenAI tells what its models thought as a summary, and that only to organisations which it has verified: whoever is refused
 * is asked once more without, and not bothered again. `ask` says whether a summary is wanted.
 */
export async function* withSummaries(
  provider: Provider,
  ask: (wantsSummary: boolean) => AsyncIterable<ModelPart>,
): AsyncIterable<ModelPart> {
  if (refused.has(provider)) return yield* ask(false);
  try {
    yield* ask(true);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'rejected' || !REFUSES.test(error.message))
      throw error;
    refused.add(provider);
    yield* ask(false);
  }
}
