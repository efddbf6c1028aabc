import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';

/** What a backend is connected with: everything it may see and do of simse. */
export interface SessionServices {
  emit: EmitEvent;
  gate: Gatekeeper;
  elicit: Elicit;
  /** Not gated: whoever calls it asks the gate first. */
  catalogue: ToolCatalogue;
}
