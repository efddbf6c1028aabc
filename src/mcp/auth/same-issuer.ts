/** Whether two names of an authorization server are one. A slash at the end may be missing, since many leave it out. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

function withoutSlash(issuer: string): string {
  return (URL.canParse(issuer) ? new URL(issuer).href : issuer).replace(/\/$/, '');
}
