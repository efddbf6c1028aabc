/**
 * `npm run conformance:client -- <url>`: what the conformance suite starts for each scenario, made of this tree as it is.
 * `npm run conformance:server -- <port>`: what it tests as a server, until it is stopped.
 */
import { pathToFileURL } from 'node:url';
import { bundleOnce } from './bundle-once.mjs';

const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(await bundleOnce(name)).href);
