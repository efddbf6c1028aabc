/**
 * The client that the conformance suite starts: simse's own host, with the config and the logins that users have. It
 * connects to the url that is its last argument, calls every tool that is offered, agrees to all that it is asked, and ends
 * with 0. Nothing in it knows a scenario; only credentials come from MCP_CONFORMANCE_CONTEXT.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expandMcpServer } from '../../src/config/expand-entry.ts';
import { parseMcpFile } from '../../src/config/mcp-file.ts';
import type { ElicitationAnswer, ElicitationRequest } from '../../src/core/elicitation/elicitation.ts';
import { messageOf } from '../../src/core/errors.ts';
import { isRecord, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import { createMcpHost } from '../../src/mcp/create-mcp-host.ts';
import { wholeEnvironment } from '../../src/platform/child-env.ts';
import { openUrl } from '../../src/platform/open-url.ts';

const env = wholeEnvironment(process.env, {});
const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** The entry of mcp.json that a user would write with these credentials. */
function serverEntry(url: string, context: Record<string, string | undefined>): object {
  const idToken = context['idp_id_token'];
  return {
    name: 'conformance',
    url,
    auth: {
      type: 'oauth',
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
      clientId: context['client_id'],
      clientSecret: context['client_secret'],
      privateKey: context['private_key_pem'],
      signingAlgorithm: context['signing_algorithm'],
      ...(idToken === undefined
        ? {}
        : {
            identityProvider: {
              tokenEndpoint: context['idp_token_endpoint'],
              clientId: context['idp_client_id'],
              idToken,
            },
          }),
    },
  };
}

function createHost(entry: object, credentialsDir: string): McpHost {
  // As JSON has it: without what is undefined.
  const file = parseMcpFile(JSON.parse(JSON.stringify({ servers: [entry] })));
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  const host = createMcpHost({
    cwd: process.cwd(),
    servers: file.value.servers,
    expand: (value) =>
      expandMcpServer(
        { value, origin: { scope: 'flag', file: 'conformance' } },
        { env, cwd: process.cwd(), packages: credentialsDir },
      ),
    roots: [process.cwd()],
    env,
    clientVersion: '0.0.0',
    credentialsDir,
    log,
  });
  host.serveClient({
    elicit: (request) => Promise.resolve(acceptDefaults(request)),
    async showLogIn({ url }) {
      await openUrl(url, env);
      return null;
    },
  });
  return host;
}

function acceptDefaults(request: ElicitationRequest): ElicitationAnswer {
  if (request.mode === 'url') return { action: 'accept' };
  const filled = request.fields.flatMap(({ key, default: value }) =>
    value === undefined ? [] : [[key, value]],
  );
  return { action: 'accept', content: Object.fromEntries(filled) };
}

/** Something of the right type for each property: numbers from 2 on. */
function argumentsFor({ properties }: JsonObject): JsonObject {
  let next = 2;
  const valueOf = (schema: JsonValue | undefined): JsonValue => {
    const type = isRecord(schema) ? schema['type'] : undefined;
    if (type === 'number' || type === 'integer') return next++;
    return type === 'boolean' ? true : 'text';
  };
  if (!isRecord(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema as JsonValue)]),
  );
}

async function run(url: string): Promise<number> {
  const context = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, string>;
  const dir = await mkdtemp(path.join(tmpdir(), 'simse-conformance-'));
  try {
    await using host = createHost(serverEntry(url, context), dir);
    await host.start();
    const [status] = host.status();
    if (status?.state !== 'ready') throw new Error(`${status?.state}: ${status?.detail}`);
    for (const tool of host.catalogue.list()) {
      const result = await host.catalogue.call(tool.name, argumentsFor(tool.inputSchema));
      log(`${tool.name}: ${JSON.stringify(result)}`);
    }
    return 0;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run(process.argv.at(-1) ?? '');
} catch (error) {
  log(messageOf(error));
  process.exitCode = 1;
}
