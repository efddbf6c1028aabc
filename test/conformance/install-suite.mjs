import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../helpers/install-tools.mjs';

const TOOLS = fileURLToPath(new URL('tools', import.meta.url));

/** The conformance suite, and the Node that it needs. */
export async function installSuite() {
  const { node, modules } = await installTools(TOOLS, 'simse-conformance');
  return { node, suite: path.join(modules, '@modelcontextprotocol/conformance/dist/index.js') };
}
