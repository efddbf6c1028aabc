/** What `/init` asks of the model. */
export const INIT_PROMPT = `Write SIMSE.md in the working directory: what an agent that comes to this project has to know and cannot see at a glance.

Look around first: the manifest, the scripts, the configuration of tests, formatters and linters, the README, AGENTS.md, CLAUDE.md or .cursor/rules if there are some, and enough of the source to see how it is built. If SIMSE.md is there already, improve it and keep what people wrote.

It has, in at most 60 lines:
- one sentence that says what the project is;
- the commands that build, check and test it, also how to run a single test;
- where things are, only as far as names do not say it;
- the conventions that its code keeps and a stranger would break.

Leave out what holds for any project, and invent nothing.`;

/** What `/review` asks of the model. */
export function reviewPrompt(what: string): string {
  const subject =
    what === ''
      ? 'the changes in this repository that are not committed yet (git status, git diff, git diff --staged, and files that git does not know)'
      : `this: ${what}`;
  return `Review ${subject}. Read the code around the changes as far as it takes to judge them. Change nothing.

Report what is wrong: mistakes, cases that are not handled, holes in safety, tests that are missing or prove nothing, and what departs from the project's own conventions. For each say the place as path:line, what happens, and what would mend it. The worst first; no praise, no summary of what the change does. If nothing is wrong, say so in one sentence.`;
}
