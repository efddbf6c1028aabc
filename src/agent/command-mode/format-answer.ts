import { longestRun } from '../../core/text/longest-run.ts';
import type { Answer } from '../tools/tool.ts';

/** The answer of a step that is the whole prompt. */
export function formatAlone({ text, form, language, notes = [] }: Answer): string {
  const body = form === 'code' && text !== '' ? fence(text, language) : text;
  return joinBlocks([body, ...notes]);
}

/** The answer of one step among several, under a heading. Ends with a line break, so that the next can follow. */
export function formatSection(label: string, { text, form, language, notes = [] }: Answer): string {
  const body = form === 'markdown' || text === '' ? text : fence(text, language);
  return `${joinBlocks([`### ${codeSpan(label)}`, body, ...notes])}\n`;
}

/** Text between backticks, whatever backticks it has of its own. */
export function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${padding}${text}${padding}${ticks}`;
}

function fence(text: string, language = ''): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text.replace(/\n?$/, '\n')}${ticks}`;
}

function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}
