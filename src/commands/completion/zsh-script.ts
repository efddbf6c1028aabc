import type { CompletionEntry, Word } from './completion-entries.ts';

/** The script for zsh. */
export function zshScript(entries: readonly CompletionEntry[]): string {
  const following = entries
    .filter(({ words, takesServer }) => words.length > 0 || takesServer)
    .map(({ path, words, takesServer }) => {
      const servers = takesServer ? ` \${(f)"$($words[1] mcp names 2>/dev/null)"}` : '';
      return `    '${path}') entries=(${describe(words)}${servers}) ;;`;
    });
  const [top, ...others] = entries;
  const own = others
    .filter(({ options }) => options.length > 0)
    .map(({ path, options }) => `      '${path}'*) entries+=(${describe(options)}) ;;`);
  return `#compdef simse
# simse completion for zsh: add  eval "$(simse completion zsh)"  to ~/.zshrc, after compinit
_simse() {
  local -a entries
  local before="\${(j: :)words[2,CURRENT-1]}"
  case "$before" in
${following.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    entries=(${describe(top?.options ?? [])})
    case "$before" in
${own.join('\n')}
    esac
  fi
  (( $#entries )) && _describe 'simse' entries || _files
}
compdef _simse simse
`;
}

function describe(words: readonly Word[]): string {
  return words.map(({ word, description }) => `'${quote(word)}:${quote(description)}'`).join(' ');
}

function quote(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
}
