import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { childEnvironment } from '../../platform/child-env.ts';
import { splitCommandLine } from '../../platform/command-line.ts';
import { captureOutput } from '../../platform/start-process.ts';
import { lastWords } from '../transports/last-words.ts';
import { type Credentials, isHeaderValue, type ProofHeaders } from './credentials.ts';
import { createSingleFlight } from './single-flight.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

type HelpedServer = Pick<RemoteServerConfig, 'name' | 'url' | 'requiredEnv'>;

/**
 * Headers that a program of the user's prints as a JSON object. It runs before the first request and, once, when a request
 * is refused; it is told of the server by SIMSE_MCP_SERVER and SIMSE_MCP_URL.
 */
export function createHeadersHelper(
  commandLine: string,
  server: HelpedServer,
  { env, cwd }: { env: Readonly<Record<string, string>>; cwd: string },
): Credentials {
  const running = createSingleFlight<ProofHeaders>({ waitsForEnd: true });
  let printed: ProofHeaders | undefined;
  const run = (signal: AbortSignal): Promise<ProofHeaders> =>
    running.run(async (ending) => {
      // A failure is told to who asked for it, and the next request tries again.
      printed = undefined;
      printed = await runHelper(commandLine, { env: helperEnvironment(server, env), cwd }, ending);
      return printed;
    }, signal);
  return {
    headers: async (signal) => printed ?? run(signal),
    async renew({ response, tried, signal }) {
      if (response.status !== 401 || tried.has('helper')) return false;
      tried.add('helper');
      await run(signal);
      return true;
    },
  };
}

async function runHelper(
  commandLine: string,
  place: { env: Record<string, string>; cwd: string },
  signal: AbortSignal,
): Promise<ProofHeaders> {
  const [command = '', ...args] = splitCommandLine(commandLine);
  const { stdout, stderr, exit } = await captureOutput(
    { command, args, ...place },
    { ...LIMITS, signal },
  ).catch((error: unknown) => {
    if (!(error instanceof SimseError) || signal.aborted) throw error;
    throw new SimseError(error.code, `its headersHelper ${error.message}`, { cause: error });
  });
  if (exit.exitCode !== 0) {
    const words = lastWords(stderr);
    throw new SimseError('mcp_failed', `its headersHelper ${exit.reason}${words === '' ? '' : `: ${words}`}`);
  }
  return readHeaders(stdout);
}

/** What it printed is not told when it is wrong: it may be a secret. */
function readHeaders(text: string): ProofHeaders {
  const wrong = (why: string): SimseError =>
    new SimseError('config', `its headersHelper ${why}`, {
      hint: 'It must print one JSON object whose values are strings, as {"Authorization": "Bearer …"}.',
    });
  const value = parse(text);
  if (!isRecord(value)) throw wrong('did not print a JSON object');
  for (const [name, header] of Object.entries(value)) {
    const shown = cleanLine(name.slice(0, 40));
    if (typeof header !== 'string') throw wrong(`printed a header ${shown} that is not a string`);
    if (!HEADER_NAME.test(name) || !isHeaderValue(header))
      throw wrong(`printed a header ${shown} that cannot be sent`);
  }
  return value as Record<string, string>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The parser's message would quote the text.
  }
}

function helperEnvironment({ name, url, requiredEnv }: HelpedServer, env: Readonly<Record<string, string>>) {
  const required = requiredEnv.flatMap((variable) => {
    const value = env[variable];
    return value === undefined ? [] : [[variable, value] as const];
  });
  return childEnvironment(env, {
    ...Object.fromEntries(required),
    SIMSE_MCP_SERVER: name,
    SIMSE_MCP_URL: url,
  });
}
