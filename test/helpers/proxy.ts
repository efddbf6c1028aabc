import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const LOCALHOST_CERT = fileURLToPath(new URL('../fixtures/https/localhost-cert.pem', import.meta.url));
const LOCALHOST_KEY = fileURLToPath(new URL('../fixtures/https/localhost-key.pem', import.meta.url));

interface ProxyWishes {
  /** `name:password` that it wants. */
  login?: string;
  /** What it answers to everything. */
  status?: number;
  /** It takes connections and says nothing. */
  isSilent?: boolean;
}

export interface ProxyServer {
  url: string;
  port: number;
  /** Every request, as `CONNECT host:port` or `GET http://host/path`. */
  asked: string[];
  headers: http.IncomingHttpHeaders[];
  /** Connections that are open to it. */
  open(): number;
}

/** An HTTP proxy to whom every name is this machine. It ends with the test. */
export async function startProxy({
  login,
  status,
  isSilent = false,
}: ProxyWishes = {}): Promise<ProxyServer> {
  const asked: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const sockets = new Set<net.Socket>();
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const refusal = (request: http.IncomingMessage): number | undefined => {
    asked.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    return request.headers['proxy-authorization'] === wanted ? status : 407;
  };
  const server = http.createServer((request, response) => {
    const refused = refusal(request);
    if (isSilent) return;
    if (refused !== undefined) return void response.writeHead(refused).end('<html>no</html>');
    const { port, pathname, search } = new URL(request.url ?? '');
    const { method, headers } = request;
    const onward = http.request({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method,
      headers,
      agent: false,
    });
    onward.on('response', (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.rawHeaders)),
    );
    onward.on('error', () => response.writeHead(502).end());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, socket: net.Socket) => {
    const refused = refusal(request);
    if (isSilent) return void socket.resume().on('end', () => socket.end());
    if (refused !== undefined) return void socket.end(`HTTP/1.1 ${refused} No\r\n\r\n`);
    const onward = net.connect(Number(request.url?.split(':').at(-1)), '127.0.0.1');
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, port, asked, headers, open: () => sockets.size };
}

/** The port of TLS in front of a port of this machine, with the certificate of localhost. */
export async function tlsInFrontOf(target: string): Promise<number> {
  const sockets = new Set<tls.TLSSocket>();
  const keys = { cert: readFileSync(LOCALHOST_CERT), key: readFileSync(LOCALHOST_KEY) };
  const server = tls.createServer(keys, (socket) => {
    const onward = net.connect(Number(new URL(target).port), '127.0.0.1');
    sockets.add(socket);
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) one.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

async function listening(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
