/** Says, where nobody mistakes it for an answer, that no model is behind the built-in backend. */
export const BUILT_IN_NOTE =
  'No model is connected: the built-in command agent answers. `help` lists what it understands; --agent-command "<cmd>" or acp.json connects an agent.';
