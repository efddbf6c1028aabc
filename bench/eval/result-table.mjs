import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const UNKNOWN = '–';

/** The beginning of the table, as docs/eval.md has it. */
export function header(model) {
  return `# ${model}

simse ${version}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}

| task | result | turns | tool calls | tokens | cost | seconds | problem |
|---|---|---:|---:|---:|---:|---:|---|
`;
}

export function row({ name, passed, turns, calls, tokens, cost, seconds, problem }) {
  const cells = [
    name,
    passed ? 'pass' : 'FAIL',
    turns,
    calls,
    tokens ?? UNKNOWN,
    cost === undefined ? UNKNOWN : `$${cost.toFixed(4)}`,
    seconds?.toFixed(1) ?? UNKNOWN,
    problem.replace(/[|\r\n]+/g, ' '),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

export function summary(results) {
  const passed = results.filter((result) => result.passed).length;
  const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0);
  const isPriced = results.every(({ cost }) => cost !== undefined);
  const cost = isPriced ? `$${sum('cost').toFixed(4)}` : 'cost unknown';
  return `\n${passed} of ${results.length} pass; ${sum('turns')} turns, ${sum('calls')} tool calls, ${cost}, ${sum('seconds').toFixed(0)} s\n`;
}
