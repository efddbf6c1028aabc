import type { CompletionEntry } from './completion-entries.ts';

/** The script for fish. */
export function fishScript(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap(({ path, words, takesServer, options }) => {
    const begin = `complete -c simse -n '${conditionFor(path, words)}'`;
    const files = path === '' ? '' : ' -f';
    return [
      ...words.map(({ word, description }) => `${begin}${files} -a '${word}' -d '${quote(description)}'`),
      ...(takesServer ? [`${begin} -f -a '(simse mcp names 2>/dev/null)'`] : []),
      ...options.map(({ word, description }) => {
        const where = path === '' ? 'complete -c simse' : begin;
        return `${where} -l '${word.replace(/^-+/, '')}' -d '${quote(description)}'`;
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

function quote(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
