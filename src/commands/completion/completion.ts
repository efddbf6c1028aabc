import type { Command } from 'commander';
import { SimseError } from '../../core/errors.ts';
import type { AppContext } from '../../session/app-context.ts';
import { type CompletionEntry, completionEntries, type Word } from './completion-entries.ts';

const SCRIPTS: Readonly<Record<string, (entries: readonly CompletionEntry[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `simse completion <shell>`: a script made from the very commands and options that simse has. */
export async function runCompletion(
  { stdout }: AppContext,
  shell: string,
  program: Command,
): Promise<number> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new SimseError('usage', `There is no completion for "${shell}".`, {
      hint: 'There is one for bash, zsh and fish.',
    });
  }
  stdout.write(script(completionEntries(program, Object.keys(SCRIPTS))));
  return 0;
}

/** The script for bash. */
function bashScript(entries: readonly CompletionEntry[]): string {
  const following = entries
    .filter(({ words, takesServer }) => words.length > 0 || takesServer)
    .map(({ path, words, takesServer }) => {
      const servers = takesServer ? ' $("${COMP_WORDS[0]}" mcp names 2>/dev/null)' : '';
      return `    '${path}') words="${join(words)}${servers}" ;;`;
    });
  const [top, ...others] = entries;
  const own = others
    .filter(({ options }) => options.length > 0)
    .map(({ path, options }) => `      '${path}'*) words+=" ${join(options)}" ;;`);
  return `# simse completion for bash: add  eval "$(simse completion bash)"  to ~/.bashrc
_simse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$before" in
${following.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    words="${join(top?.options ?? [])}"
    case "$before" in
${own.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _simse simse
`;
}

function join(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** The script for zsh. */
function zshScript(entries: readonly CompletionEntry[]): string {
  const following = entries
    .filter(({ words, takesServer }) => words.length > 0 || takesServer)
    .map(({ path, words, takesServer }) => {
      const servers = takesServer ? ` \${(f)"$($words[1] mcp names 2>/dev/null)"}` : '';
      return `    '${path}') entries=(${described(words)}${servers}) ;;`;
    });
  const [top, ...others] = entries;
  const own = others
    .filter(({ options }) => options.length > 0)
    .map(({ path, options }) => `      '${path}'*) entries+=(${described(options)}) ;;`);
  return `#compdef simse
# simse completion for zsh: add  eval "$(simse completion zsh)"  to ~/.zshrc, after compinit
_simse() {
  local -a entries
  local before="\${(j: :)words[2,CURRENT-1]}"
  case "$before" in
${following.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    entries=(${described(top?.options ?? [])})
    case "$before" in
${own.join('\n')}
    esac
  fi
  (( $#entries )) && _describe 'simse' entries || _files
}
compdef _simse simse
`;
}

function described(words: readonly Word[]): string {
  return words.map(({ word, description }) => `'${quoteForZsh(word)}:${quoteForZsh(description)}'`).join(' ');
}

function quoteForZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
}

/** The script for fish. */
function fishScript(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap(({ path, words, takesServer, options }) => {
    const begin = `complete -c simse -n '${conditionFor(path, words)}'`;
    const files = path === '' ? '' : ' -f';
    return [
      ...words.map(
        ({ word, description }) => `${begin}${files} -a '${word}' -d '${quoteForFish(description)}'`,
      ),
      ...(takesServer ? [`${begin} -f -a '(simse mcp names 2>/dev/null)'`] : []),
      ...options.map(({ word, description }) => {
        const where = path === '' ? 'complete -c simse' : begin;
        return `${where} -l '${word.replace(/^-+/, '')}' -d '${quoteForFish(description)}'`;
      }),
    ];
  });
  return `# simse completion for fish: simse completion fish > ~/.config/fish/completions/simse.fish\n${lines.join('\n')}\n`;
}

/** That the words of the path have been typed, and none of those that may follow. */
function conditionFor(path: string, words: CompletionEntry['words']): string {
  if (path === '') return '__fish_use_subcommand';
  const typed = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const following = words.map(({ word }) => word).join(' ');
  const none = following === '' ? [] : [`not __fish_seen_subcommand_from ${following}`];
  return [...typed, ...none].join('; and ');
}

function quoteForFish(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
