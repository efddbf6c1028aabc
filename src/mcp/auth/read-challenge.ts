import type { Challenge } from './log-in-job.ts';

/** What the `WWW-Authenticate` of a refusal says of bearer tokens; empty when it says nothing. */
export function readChallenge({ headers }: Response): Challenge {
  const written = /(?:^|,)\s*bearer\s+(.*)$/is.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const address = parameter(written, 'resource_metadata');
  const scopes = parameter(written, 'scope')
    ?.split(' ')
    .filter((scope) => scope !== '');
  const error = parameter(written, 'error');
  return {
    ...(address !== undefined && URL.canParse(address) ? { resourceMetadataUrl: new URL(address) } : {}),
    ...(scopes === undefined || scopes.length === 0 ? {} : { scopes }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Whether a user name and a password would do, and a token would not. */
export function asksForPassword({ headers }: Response): boolean {
  const schemes = headers.get('www-authenticate') ?? '';
  return /(?:^|,)\s*basic\b/i.test(schemes) && !/(?:^|,)\s*bearer\b/i.test(schemes);
}

function parameter(written: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(written);
  return match?.[1] ?? match?.[2];
}
