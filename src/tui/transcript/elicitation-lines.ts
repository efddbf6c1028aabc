import { cleanText, revealLine, revealText } from '../../core/clean-text.ts';
import type { ElicitationRequest } from '../../core/elicitation.ts';
import { type Line, line, textLines, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';

/** What is asked for, and why: the requester's words, and of a page where it really is. */
export function elicitationLines(request: ElicitationRequest): Line[] {
  const message = textLines(cleanText(request.message).trim());
  return request.mode === 'form' ? message : [...message, ...pageLines(request.url)];
}

/** As elicitationLines, with what there is to say of every field. */
export function wholeElicitationLines(request: ElicitationRequest): Line[] {
  const fields = request.mode === 'form' ? request.fields : [];
  return [
    ...elicitationLines(request),
    ...fields.map(({ label, description = '' }) =>
      line(span(label, 'strong'), span(`  ${description}`, 'dim')),
    ),
  ];
}

/** The host by itself, as the address may be written to look like another's; then the whole address, to be copied. */
function pageLines(url: string): Line[] {
  return [
    line(span('at ', 'dim'), span(revealLine(hostOf(url)), 'strong', 'warning')),
    verbatimLine(span(revealText(url), 'underline')),
  ];
}

/** As browsers read it, names in other scripts in their ASCII form. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}
