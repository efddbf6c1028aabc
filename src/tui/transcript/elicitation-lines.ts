import { cleanText, revealLine, revealText } from '../../core/clean-text.ts';
import type { ElicitationRequest } from '../../core/elicitation.ts';
import { type Line, line, textLines, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';

/** Why something is asked for, in the requester's words. */
export function messageLines({ message }: ElicitationRequest): Line[] {
  return textLines(cleanText(message).trim());
}

/** All there is to say of a request: its message, where a page is, what its fields are for. */
export function elicitationLines(request: ElicitationRequest): Line[] {
  const message = messageLines(request);
  if (request.mode === 'url') return [...message, ...pageLines(request.url)];
  const fields = request.fields.map(({ label, description = '' }) =>
    line(span(label, 'strong'), span(`  ${description}`, 'dim')),
  );
  return [...message, ...fields];
}

/** The host by itself, as the address may be written to look like another's; then the whole address, to be copied. */
export function pageLines(url: string): Line[] {
  return [
    line(span('at ', 'dim'), span(revealLine(hostOf(url)), 'strong', 'warning')),
    verbatimLine(span(revealText(url), 'underline')),
  ];
}

/** As browsers read it, names in other scripts in their ASCII form. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}
