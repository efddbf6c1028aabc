/** One line a result, with what went wrong. */
export function formatResults(results) {
  return results
    .map(({ agent, case: name, outcome, reason, failures = [], runs = [] }) => {
      const seconds = runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
      const head = `${outcome.padEnd(5)} ${agent} ${name} (${seconds.toFixed(1)} s)${reason === undefined ? '' : `: ${reason}`}`;
      const details =
        outcome === 'FAIL' ? failures.map(({ what, found }) => `        ${what}, but: ${brief(found)}`) : [];
      return [head, ...details].join('\n');
    })
    .join('\n');
}

function brief(found) {
  const text = JSON.stringify(found) ?? 'nothing';
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

/** The table agent × case in Markdown, and below it the reasons and the failures. */
export function summarize(results, cases, agents) {
  const outcomeOf = (name, agent) =>
    results.find((result) => result.case === name && result.agent === agent.name)?.outcome ?? '';
  const rows = [
    ['case', ...agents.map(({ name }) => name)],
    ['---', ...agents.map(() => '---')],
    ...cases.map(({ name }) => [name, ...agents.map((agent) => outcomeOf(name, agent))]),
  ];
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const noted = results.filter(({ outcome }) => outcome === 'limit' || outcome === 'FAIL');
  return `${table}\n\n${formatResults(noted)}\n`;
}
