import type { CompletionEntry, Word } from './completion-entries.ts';

/** The script for bash. */
export function bashScript(entries: readonly CompletionEntry[]): string {
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
