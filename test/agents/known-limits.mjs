/** What an agent cannot do by itself, as its own wire shows with any client: agent, case, reason. */
const LIMITS = [
  [/^opencode/, /^plan$/, 'it tells of no plan when its model uses its todo tool'],
  [/^opencode/, /^no login$/, 'it opens a session without a login and never answers the prompt'],
  [/^codex/, /^model error$/, "it says the model's error as its answer, and that the turn ended well"],
  [/^gemini/, /^shell: --allow$/, 'its question has the command in the title only, on which no rule decides'],
  [/^nano/, /^MCP:/, 'it ignores the MCP servers that session/new names'],
  [/^pi$/, /^MCP:/, 'it has no MCP: its model is offered read, bash, edit and write'],
  [/^pi$/, /: refused$/, 'it never asks for permission; the call is marked as not asked about'],
  [/^pi$/, /^plain$/, 'it begins its answer with an empty line'],
  [/^grok$/, /^MCP:/, 'it leaves out every MCP tool with two underscores in its name, as server__tool has'],
  [/^grok$/, /^shell:/, 'its tool for commands has a name that the scripted model does not know'],
  [/^zedcodex$/, /^plain$/, 'it says a warning about the model as part of its answer'],
];

/** Why an agent is not expected to pass a case; null when it is. */
export function knownLimit(agent, testCase) {
  return LIMITS.find(([name, limited]) => name.test(agent) && limited.test(testCase))?.[2] ?? null;
}
