/** An MCP server that costs as little as one can: over stdio, or with a port as argument over HTTP. Waits `--ready-ms` first. */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const { port, 'ready-ms': readyMs = '0' } = Object.fromEntries(
  process.argv.slice(2).map((argument) => argument.replace(/^--/, '').split('=')),
);

function answer({ method, params }) {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'echo', version: '1' },
    };
  if (method === 'tools/list') return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
  return { content: [{ type: 'text', text: params.arguments.text }] };
}

function serveStdio() {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined) return;
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
  });
}

function serveHttp() {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const message = JSON.parse(body);
      if (message.id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 'one' });
      const data = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) });
      response.end(`event: message\ndata: ${data}\n\n`);
    });
  });
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

setTimeout(port === undefined ? serveStdio : serveHttp, Number(readyMs));
