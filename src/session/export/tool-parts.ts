import { cleanText } from '../../core/text/clean-text.ts';
import { blockToText } from '../../core/content.ts';
import type { ToolCall, ToolContent } from '../../core/tool-call.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { Terminals } from '../../core/state/session-state.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Of one text that a tool has written. */
const MAX_CHARS = 20_000;

/** What there is to show of a tool call beside its title, cleaned. */
export type ToolPart =
  | { kind: 'diff'; path: string; lines: readonly string[] }
  | { kind: 'text'; text: string };

export function toolParts(call: ToolCall, terminals: Terminals): ToolPart[] {
  const parts = call.content.map((content) => toPart(content, terminals));
  const denied = call.denied === undefined ? [] : [textPart(`denied: ${call.denied}`)];
  return [...denied, ...parts].filter((part) => part.kind === 'diff' || part.text.trim() !== '');
}

/** What a tool call is called, on one line. */
export function toolTitle({ title, name, kind }: ToolCall): string {
  return revealLine(title).trim() || revealLine(name ?? '').trim() || kind;
}

function toPart(content: ToolContent, terminals: Terminals): ToolPart {
  switch (content.type) {
    case 'diff':
      return { kind: 'diff', path: revealLine(content.path), lines: unifiedDiff(content) };
    case 'terminal': {
      const { terminalId: id } = content;
      return textPart(terminals.last(id)?.output ?? '');
    }
    case 'content':
      return textPart(blockToText(content.block));
  }
}

/** Head and tail of a long text. */
function textPart(whole: string): ToolPart {
  const text = cleanText(whole);
  if (text.length <= MAX_CHARS) return { kind: 'text', text };
  const half = MAX_CHARS / 2;
  const leftOut = text.length - MAX_CHARS;
  const kept = `${text.slice(0, half)}\n… ${leftOut} characters left out …\n${text.slice(-half)}`;
  return { kind: 'text', text: kept.replace(/\p{Surrogate}/gu, '') };
}
