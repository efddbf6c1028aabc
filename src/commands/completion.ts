import type { Command } from 'commander';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from '../session/app-context.ts';

interface Words {
  /** Command path, as `mcp` or the empty string for the top, to what may follow it. */
  commands: { path: string; words: { word: string; description: string }[] }[];
  options: { word: string; description: string }[];
}

const SCRIPTS: Readonly<Record<string, (words: Words) => string>> = {
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
  stdout.write(script(wordsOf(program)));
  return 0;
}

function wordsOf(program: Command): Words {
  const visible = (command: Command) =>
    command
      .createHelp()
      .visibleCommands(command)
      .filter((sub) => sub.name() !== 'help');
  const describe = (sub: Command) => ({ word: sub.name(), description: sub.description() });
  const groups = visible(program).filter((command) => command.commands.length > 0);
  return {
    commands: [
      { path: '', words: visible(program).map(describe) },
      ...groups.map((group) => ({ path: group.name(), words: visible(group).map(describe) })),
      { path: 'completion', words: Object.keys(SCRIPTS).map((word) => ({ word, description: '' })) },
    ],
    options: program
      .createHelp()
      .visibleOptions(program)
      .map(({ long, short, description }) => ({ word: long ?? short ?? '', description })),
  };
}

function bashScript({ commands, options }: Words): string {
  const cases = commands
    .filter(({ path }) => path !== '')
    .map(({ path, words }) => `    ${path}) words="${words.map(({ word }) => word).join(' ')}" ;;`);
  return `# simse completion for bash: add  eval "$(simse completion bash)"  to ~/.bashrc
_simse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands[0]?.words.map(({ word }) => word).join(' ') ?? ''}"
  case "$current" in -*) words="${options.map(({ word }) => word).join(' ')}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _simse simse
`;
}

function zshScript({ commands, options }: Words): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
  const describe = (words: Words['options']) =>
    words.map(({ word, description }) => `'${quote(word)}:${quote(description)}'`).join(' ');
  const cases = commands
    .filter(({ path }) => path !== '')
    .map(({ path, words }) => `    ${path}) entries=(${describe(words)}) ;;`);
  return `#compdef simse
# simse completion for zsh: add  eval "$(simse completion zsh)"  to ~/.zshrc, after compinit
_simse() {
  local -a entries
  case "$words[2]" in
${cases.join('\n')}
  esac
  (( CURRENT == 2 )) && entries=(${describe(commands[0]?.words ?? [])})
  [[ "$words[CURRENT]" == -* ]] && entries=(${describe(options)})
  (( $#entries )) && _describe 'simse' entries || _files
}
compdef _simse simse
`;
}

function fishScript({ commands, options }: Words): string {
  const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const lines = commands.flatMap(({ path, words }) => {
    const condition = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path}`;
    return words.map(
      ({ word, description }) =>
        `complete -c simse -n '${condition}' -a '${word}' -d '${quote(description)}'`,
    );
  });
  const flags = options.map(
    ({ word, description }) => `complete -c simse -l '${word.replace(/^-+/, '')}' -d '${quote(description)}'`,
  );
  return `# simse completion for fish: simse completion fish > ~/.config/fish/completions/simse.fish\n${[...lines, ...flags].join('\n')}\n`;
}
