import type { CommandResult } from '../../core/ports/session-commands.ts';
import { answerLines, type CommandContext, type SlashCommand } from './slash-command.ts';

export const ADD_DIR_COMMAND: SlashCommand = {
  name: 'add-dir',
  hint: '<folder>',
  description: 'add a folder to the workspace',
  run: runAddDir,
};

/** Agents are told of the workspace's folders when their session begins, and only then. */
function runAddDir(path: string, { getState, addDirectory }: CommandContext): CommandResult {
  if (path === '') return answerLines(['Which folder? /add-dir <folder> adds it to the workspace.']);
  const added = addDirectory(path);
  const { backend, backendState } = getState();
  const told =
    backendState === 'ready'
      ? `${backend} learns of it when it is started next: agents take folders only at the start of a session.`
      : `${backend} is told when it starts.`;
  return answerLines([`${added} is in the workspace now. MCP servers have been told.`, told]);
}
