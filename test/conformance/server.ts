import { serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { conformanceFeatures } from './server-features.ts';

/** Serves what the conformance suite asks for, by the code that `simse mcp serve --http --no-auth` runs, until it is stopped. */
const listener = await serveHttp({
  version: '0.0.0',
  features: conformanceFeatures(),
  onClientLog() {},
  host: 'localhost',
  port: Number(process.argv[2] ?? '3000'),
  secret: null,
});
process.stdout.write(`${listener.origin}/mcp\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void listener[Symbol.asyncDispose]());
}
