import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { isSameIssuer } from './same-issuer.ts';

/** What tells the answer to this login from any other. */
export interface ExpectedAnswer {
  /** Made for this login alone. */
  state: string;
  issuer: string;
  /** Whether the authorization server says that it always names itself (RFC 9207). */
  namesIssuer: boolean;
}

export type LogInAnswer = { code: string } | { failure: SimseError };

/** What the address says that the login page ended at; null when it is not the answer to this login. */
export function readAnswer(
  { searchParams }: URL,
  { state, issuer, namesIssuer }: ExpectedAnswer,
): LogInAnswer | null {
  if (searchParams.get('state') !== state) return null;
  const from = searchParams.get('iss');
  if (from === null ? namesIssuer : !isSameIssuer(from, issuer))
    return { failure: otherIssuer(from, issuer) };
  const code = searchParams.get('code');
  if (code !== null && code !== '') return { code };
  const error = cleanLine(searchParams.get('error') ?? 'no code came').slice(0, 100);
  const why = cleanLine(searchParams.get('error_description') ?? '').slice(0, 200);
  return {
    failure: new SimseError('auth_required', `refused the login: ${error}${why === '' ? '' : `: ${why}`}`),
  };
}

/** Somebody mixes up two authorization servers, to have the code of one sent to the other. */
function otherIssuer(from: string | null, issuer: string): SimseError {
  const who = from === null ? 'somebody who does not say who' : cleanLine(from).slice(0, 200);
  return new SimseError(
    'protocol',
    `had its login answered by ${who}, not by ${cleanLine(issuer)}; nobody was logged in`,
  );
}
