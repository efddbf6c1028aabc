import type { ContentBlock } from '../../core/content.ts';
import { graphemesOf } from '../draw/graphemes.ts';

/** What attached with a prompt beside its text. */
export interface Attachment {
  /** What is drawn, and sent where it stands in the text: `[image 1: cart.png 120 KB]`. No other one has the same. */
  label: string;
  /** What stands for it in the history, where only text is kept. */
  kept: string;
  block: ContentBlock;
}

/** What a chip stands for: a pasted text, or something that attached. */
export type Paste = string | Attachment;

/*
 * A long paste, or what attached with a prompt, stands in the draft as one character, taken from the last private-use plane
 * where no font puts anything, so that every motion and deletion treats it as one. It is drawn as a label, and replaced by
 * its text when the draft is sent.
 */
const FIRST_CHIP = 0x10_0000;
const LAST_CHIP = 0x10_ffff;
const CHIP_CHARACTERS = /[\u{100000}-\u{10ffff}]/gu;

const LONG_LINES = 10;
const LONG_CHARS = 2000;
/** How much longer than a pasted text an earlier prompt may be, to stand in the draft as it is. */
const HUGE_FACTOR = 10;

/** Whether a pasted text is too long to stand in the draft as it is. */
export function isLong(text: string): boolean {
  return text.length > LONG_CHARS || countLines(text) > LONG_LINES;
}

/** Whether a text is too long to be edited at all. */
export function isHuge(text: string): boolean {
  return text.length > LONG_CHARS * HUGE_FACTOR || countLines(text) > LONG_LINES * HUGE_FACTOR;
}

/** The character for the paste with this index; null when there are too many. */
export function chipCharacter(index: number): string | null {
  const code = FIRST_CHIP + index;
  return code > LAST_CHIP ? null : String.fromCodePoint(code);
}

/** Text from the keyboard that cannot be mistaken for a chip, with line breaks as `\n` and without control characters. */
export function cleanInput(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CHIP_CHARACTERS, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** The draft with every chip replaced by what was pasted; what attached as the label it is sent with, or as it is kept. */
export function expandChips(text: string, pastes: readonly Paste[], as: 'label' | 'kept'): string {
  return text.replace(CHIP_CHARACTERS, (chip) => {
    const paste = pastes[chipIndex(chip)] ?? '';
    return typeof paste === 'string' ? paste : paste[as];
  });
}

/** What attached with a draft, each once, in its order. */
export function attachmentsIn(text: string, pastes: readonly Paste[]): Attachment[] {
  const found = Array.from(text.matchAll(CHIP_CHARACTERS), ([chip]) => pastes[chipIndex(chip)]);
  return [...new Set(found)].filter((paste) => typeof paste === 'object');
}

/** A text that was sent, as a draft again: labels of what went along become chips. */
export function withChips(text: string, pastes: readonly Paste[]): string {
  return pastes.reduce<string>((draft, paste, index) => {
    const chip = typeof paste === 'string' ? null : chipCharacter(index);
    return chip === null || typeof paste === 'string' ? draft : draft.replace(paste.label, () => chip);
  }, text);
}

/** How one character of the draft is drawn. */
export function displayOf(grapheme: string, pastes: readonly Paste[]): string {
  const paste = grapheme.length > 1 ? pastes[chipIndex(grapheme)] : undefined;
  if (paste !== undefined) return typeof paste === 'string' ? chipLabel(paste) : paste.label;
  return grapheme === '\t' ? '  ' : grapheme;
}

function chipIndex(chip: string): number {
  return (chip.codePointAt(0) ?? 0) - FIRST_CHIP;
}

function chipLabel(paste: string): string {
  const lines = countLines(paste);
  return lines > 1 ? `[Pasted ${lines} lines]` : `[Pasted ${graphemesOf(paste).length} characters]`;
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** A draft with its long pastes numbered anew from 0, and only those; what attached as it is kept. */
export function packChips(text: string, pastes: readonly Paste[]): { text: string; pastes: string[] } {
  const packed: string[] = [];
  const renumbered = text.replace(CHIP_CHARACTERS, (chip) => {
    const paste = pastes[chipIndex(chip)] ?? '';
    if (typeof paste === 'object') return paste.kept;
    return chipCharacter(packed.push(paste) - 1) ?? paste;
  });
  return { text: renumbered, pastes: packed };
}
