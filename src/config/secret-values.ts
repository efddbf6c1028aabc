/** Last words of names that hold secrets, as in `GITHUB_TOKEN` and `X-Api-Key`. */
const SECRET_WORDS = new Set(
  `apikey auth authorization bearer cookie credential credentials jwt key pass passphrase passwd password pat pwd secret
  secrets token tokens`.split(/\s+/),
);

/** How tokens of well-known services begin, whatever they are called. */
const SECRET_SHAPES = [
  /^(?:sk|pk|rk)[-_][\w-]{14,}/,
  /^(?:gh[opsur]|glpat|github_pat|xox[abeprs]|npm|hf|figd|ntn|lin_api|shpat|dop_v1|r8|tvly)[-_]\w{8,}/,
  /^(?:AKIA|ASIA)[A-Z\d]{12,}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]{8,}\.[\w-]{8,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** The same within a text, and what a text says of passwords and of credentials that are sent. */
export const SECRETS_IN_TEXT: readonly { pattern: RegExp; replacement: string }[] = [
  { pattern: /\b(?:sk|pk|rk)[-_][\w-]{14,}/g, replacement: '***' },
  {
    pattern:
      /\b(?:gh[opsur]|glpat|github_pat|xox[abeprs]|npm|hf|figd|ntn|lin_api|shpat|dop_v1|r8|tvly)[-_](?=\w*\d)[\w-]{16,}/g,
    replacement: '***',
  },
  { pattern: /\b(?:AKIA|ASIA)[A-Z\d]{12,}\b/g, replacement: '***' },
  { pattern: /\bAIza[\w-]{30,}/g, replacement: '***' },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, replacement: '***' },
  { pattern: /\b(basic|bearer)\s+[\w.~+/=-]{8,}/gi, replacement: '$1 ***' },
  { pattern: /(:\/\/[^/?#@:\s]*:)[^/?#@\s]+(?=@)/g, replacement: '$1***' },
];

/** What stands before the secret in an `Authorization` header. */
const SCHEME = /^(?:basic|bearer|token|apikey)\s+/i;
const VARIABLE = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;
/** Values that are no secret whatever they are called: numbers, switches, paths and addresses. */
const PLAIN_VALUE =
  /^(?:\d+|true|false|yes|no|on|off|none|null|[.~]{0,2}[\\/].*|[A-Za-z]:\\.*|https?:\/\/[^@?]*)$/i;

/** Whether what is written under a name is probably a secret as it is, not a variable that stands for one. */
export function isSecret(name: string, value: string): boolean {
  const written = secretPart(value).replaceAll(VARIABLE, '').trim();
  if (written === '' || written.length < 4) return false;
  if (SECRET_SHAPES.some((shape) => shape.test(written))) return true;
  return SECRET_WORDS.has(lastWord(name)) && !PLAIN_VALUE.test(written);
}

/** A value with the secret in it changed; an authorization scheme in front of it stays. */
export function replaceSecret(value: string, replacement: string): string {
  return `${SCHEME.exec(value)?.[0] ?? ''}${replacement}`;
}

/** What is secret of a value: not the scheme in front of it. */
export function secretPart(value: string): string {
  return value.replace(SCHEME, '');
}

/** `GITHUB_TOKEN`, `--github-token` and `githubToken` as `token`. */
function lastWord(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  return (words.findLast((word) => word !== '') ?? '').toLowerCase();
}
