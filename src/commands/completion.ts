import type { Command } from 'commander';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from '../session/app-context.ts';
import { bashScript } from './completion/bash-script.ts';
import { type CompletionEntry, completionEntries } from './completion/completion-entries.ts';
import { fishScript } from './completion/fish-script.ts';
import { zshScript } from './completion/zsh-script.ts';

const SCRIPTS: Readonly<Record<string, (entries: readonly CompletionEntry[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `simse completion <shell>`: a script made from the very commands and options that simse has. */
export function runCompletion({ stdout }: AppContext, shell: string, program: Command): number {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new SimseError('usage', `There is no completion for "${shell}".`, {
      hint: 'There is one for bash, zsh and fish.',
    });
  }
  stdout.write(script(completionEntries(program, Object.keys(SCRIPTS))));
  return 0;
}
