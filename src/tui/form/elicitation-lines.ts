import type { ElicitationRequest } from '../../core/elicitation/elicitation.ts';
import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import { type Line, line, textLines, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';

/** Why something is asked for, in the requester's words. */
export function messageLines({ message }: ElicitationRequest): Line[] {
  return textLines(revealText(message.trim()));
}

/** All there is to say of a request: its message, where a page is, what its fields are for. */
export function elicitationLines(request: ElicitationRequest): Line[] {
  const message = messageLines(request);
  if (request.mode === 'url') return [...message, ...pageLines(request.url)];
  const fields = request.fields.map(({ label, description = '' }) =>
    line(span(revealLine(label), 'strong'), span(`  ${revealLine(description)}`, 'dim')),
  );
  return [...message, ...fields];
}

/**
 * The host by itself, as the address may be written to look like another's, with what is odd about it; then the whole
 * address, to be copied.
 */
export function pageLines(written: string): Line[] {
  const url = URL.canParse(written) ? new URL(written) : null;
  // As browsers read it, names in other scripts in their ASCII form.
  const host = url === null ? 'an address that cannot be read' : url.host;
  return [
    line(span('at ', 'dim'), span(revealLine(host), 'strong', 'warning')),
    ...(url === null ? [] : oddities(url).map((odd) => line(span(`${GLYPHS.warning} ${odd}`, 'warning')))),
    verbatimLine(span(revealText(written), 'underline')),
  ];
}

function oddities({ protocol, username, password, hostname }: URL): string[] {
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(?:127\.|\[::1\])/.test(hostname);
  const odd: [boolean, string][] = [
    [
      hostname.includes('xn--'),
      'The name has letters of other scripts, which may look like those of another.',
    ],
    [username !== '' || password !== '', 'The part before the @ is not where it leads.'],
    [protocol === 'http:' && !isHere, 'Nothing is encrypted on the way there.'],
    [protocol !== 'http:' && protocol !== 'https:', `It is not a web page, but ${revealLine(protocol)}`],
  ];
  return odd.flatMap(([isSo, text]) => (isSo ? text : []));
}
