import type { Elicit, EmitEvent, Gatekeeper, ToolCatalogue } from '../../core/ports/ports.ts';

/** What a backend is connected with: everything it may see and do of simse. */
export interface SessionServices {
  emit: EmitEvent;
  gate: Gatekeeper;
  elicit: Elicit;
  /** Not gated: whoever calls it asks the gate first. */
  catalogue: ToolCatalogue;
}
