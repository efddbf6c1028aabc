/**
 * What a program needs to find itself at home: who and where it is, its language, the proxy and the certificates.
 * Everything else, tokens above all, stays with simse.
 */
const INHERITED = new Set(
  `HOME LOGNAME USER PATH SHELL TERM TMPDIR TZ LANG LANGUAGE
  APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES
  SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/),
);
const INHERITED_PREFIXES = ['LC_', 'XDG_'];

/** The environment of a child that must not see simse's secrets: the allow-list of `processEnv`, then `extra`. */
export function childEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) {
    // A value that starts so is an exported shell function, which a shell started later would run.
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...extra };
}

/** Every variable that is set: the environment of an agent, which is the user's own program. */
export function wholeEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) if (value !== undefined) env[name] = value;
  return { ...env, ...extra };
}

/** Windows and the proxy variables spell names in either case. */
function isInherited(name: string): boolean {
  const upper = name.toUpperCase();
  return INHERITED.has(upper) || INHERITED_PREFIXES.some((prefix) => upper.startsWith(prefix));
}
