import type { Command } from 'commander';
import type { AppContext } from '../session/app-context.ts';

/** Makes the context that a command runs with. With `isCwdOwn` --cwd is an option of the command's own. */
export type AppOf = (command: Command, isCwdOwn?: boolean) => AppContext;

/** Takes the exit code of the command that ran. */
export type Done = (exitCode: number) => void;
