import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { answerMcp } from './answer-mcp.ts';
import { type HttpAnswer, serveHttp } from './serve-http.ts';

/** How this pair of an MCP server and its authorization server differs from one that does everything right. */
export interface Oddities {
  /** Fields of the protected resource metadata; null for a server that has none. */
  resource: Record<string, unknown> | null;
  /** Fields of the authorization server metadata; null for a server that has none. */
  metadata: Record<string, unknown> | null;
  /** Where the authorization server metadata is. */
  metadataPath: string;
  /** Parameters of the answer to the login page, over the right ones; null leaves one out. */
  answer: Record<string, string | null>;
  /** Fields of every answer with tokens. */
  tokens: Record<string, unknown>;
  /** Refuses every token request of a grant type, every `registration` or `revocation`: status and body. */
  refuse: Record<string, { status: number; body: unknown }>;
  /** The scope that a request of this JSON-RPC method needs. */
  needs: Record<string, string>;
  /** Requests of this JSON-RPC method are forbidden to everybody. */
  forbids: string | null;
  /** Scopes that are given out, whatever is asked for. */
  grants: string | null;
  /** Refuses every request to the MCP server, whatever token it has. */
  refuseAll: boolean;
  /** The challenge of a 401, in place of the usual one. */
  challenge: string | null;
  /** Resolves before a token request is answered. */
  hold: () => Promise<void>;
}

export interface SeenRequest {
  to: 'mcp' | 'as';
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Of the query and of a form. */
  params: Record<string, string>;
  body: string;
}

export interface OAuthServers {
  /** Of the MCP server. */
  url: string;
  /** Of the authorization server. */
  issuer: string;
  /** Every request, oldest first. */
  seen: SeenRequest[];
  odd: Oddities;
  /** Those of a path, as `/token`. */
  to(path: string): SeenRequest[];
  /** Makes every access token that was given out until now invalid. */
  expireTokens(): void;
  /** Every secret that was given out. */
  secrets(): string[];
}

const USUAL: Oddities = {
  resource: {},
  metadata: {},
  metadataPath: '/.well-known/oauth-authorization-server',
  answer: {},
  tokens: {},
  refuse: {},
  needs: {},
  forbids: null,
  grants: null,
  refuseAll: false,
  challenge: null,
  hold: () => Promise.resolve(),
};

/** An MCP server that requires a login and the authorization server for it, on two ports of this machine. */
export async function startOAuthServers(odd: Partial<Oddities> = {}): Promise<OAuthServers> {
  const servers = new FakeServers({ ...USUAL, ...odd });
  servers.url = `${await serveHttp((request, body) => servers.answerMcp(request, body))}/mcp`;
  servers.issuer = await serveHttp((request, body) => servers.answerLogIn(request, body));
  return servers;
}

class FakeServers implements OAuthServers {
  url = '';
  issuer = '';
  readonly seen: SeenRequest[] = [];
  readonly odd: Oddities;
  /** Scopes of the valid access tokens. */
  readonly #accessTokens = new Map<string, string>();
  readonly #refreshTokens = new Map<string, string>();
  readonly #codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>();
  readonly #secrets: string[] = [];

  constructor(odd: Oddities) {
    this.odd = odd;
  }

  to(path: string): SeenRequest[] {
    return this.seen.filter((request) => request.path === path);
  }

  expireTokens(): void {
    this.#accessTokens.clear();
  }

  secrets(): string[] {
    return this.#secrets;
  }

  answerMcp(request: IncomingMessage, body: string): HttpAnswer {
    const { path } = this.#note('mcp', request, body);
    if (path.startsWith('/.well-known/oauth-protected-resource')) return this.#describeResource();
    if (path !== '/mcp') return { status: 404 };
    const message = body === '' ? {} : (JSON.parse(body) as { method?: string });
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const scope = token === undefined ? undefined : this.#accessTokens.get(token);
    if (scope === undefined || this.odd.refuseAll) {
      const usual = `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', this.url).href}"`;
      return { status: 401, headers: { 'www-authenticate': this.odd.challenge ?? usual } };
    }
    if (message.method === this.odd.forbids) return { status: 403 };
    const needed = this.odd.needs[message.method ?? ''];
    if (needed !== undefined && !scope.split(' ').includes(needed)) {
      const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
      return { status: 403, headers: { 'www-authenticate': challenge } };
    }
    return answerMcp(message);
  }

  async answerLogIn(request: IncomingMessage, body: string): Promise<HttpAnswer> {
    const { path, params } = this.#note('as', request, body);
    if (path === this.odd.metadataPath) return this.#describeServer();
    if (path === '/register') return this.#refusal('registration') ?? this.#register(body);
    if (path === '/authorize') return this.#authorize(params);
    if (path === '/revoke') return this.#refusal('revocation') ?? { status: 200 };
    if (path !== '/token') return { status: 404 };
    await this.odd.hold();
    return this.#giveTokens(params);
  }

  #note(
    to: SeenRequest['to'],
    { method = '', url = '', headers }: IncomingMessage,
    body: string,
  ): SeenRequest {
    const { pathname: path, searchParams } = new URL(url, 'http://localhost');
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    const params = Object.fromEntries([...searchParams, ...new URLSearchParams(isForm ? body : '')]);
    const seen = { to, method, path, headers, params, body };
    this.seen.push(seen);
    return seen;
  }

  #describeResource(): HttpAnswer {
    const { resource } = this.odd;
    if (resource === null) return { status: 404 };
    return { status: 200, json: { resource: this.url, authorization_servers: [this.issuer], ...resource } };
  }

  #describeServer(): HttpAnswer {
    if (this.odd.metadata === null) return { status: 404 };
    const json = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      revocation_endpoint: `${this.issuer}/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      ...this.odd.metadata,
    };
    return { status: 200, json };
  }

  #register(body: string): HttpAnswer {
    const asked = JSON.parse(body) as Record<string, unknown>;
    return { status: 201, json: { ...asked, client_id: `client-${randomUUID()}` } };
  }

  #authorize(params: Record<string, string>): HttpAnswer {
    const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '', scope = '' } = params;
    const code = this.#makeSecret('code');
    this.#codes.set(code, { challenge, redirectUri, scope });
    const location = new URL(redirectUri);
    for (const [name, value] of Object.entries({ code, state, ...this.odd.answer }))
      if (value !== null) location.searchParams.set(name, value);
    return { status: 302, headers: { location: location.href } };
  }

  #giveTokens(params: Record<string, string>): HttpAnswer {
    const refused = this.#refusal(params['grant_type'] ?? '');
    if (refused !== null) return refused;
    const scope = this.#scopeOf(params);
    if (scope === null) return { status: 400, json: { error: 'invalid_grant' } };
    const granted = this.odd.grants ?? scope;
    const accessToken = this.#makeSecret('access');
    const refreshToken = this.#makeSecret('refresh');
    this.#accessTokens.set(accessToken, granted);
    this.#refreshTokens.set(refreshToken, scope);
    const tokens = {
      access_token: accessToken,
      token_type: 'Bearer',
      refresh_token: refreshToken,
      expires_in: 3600,
      ...(granted === '' ? {} : { scope: granted }),
    };
    return { status: 200, json: { ...tokens, ...this.odd.tokens } };
  }

  #refusal(what: string): HttpAnswer | null {
    const refused = this.odd.refuse[what];
    return refused === undefined ? null : { status: refused.status, json: refused.body };
  }

  /** What the tokens are good for; null for a request that gets none. Codes and refresh tokens are good for once. */
  #scopeOf(params: Record<string, string>): string | null {
    const {
      grant_type: grant,
      code = '',
      code_verifier: verifier = '',
      refresh_token: refresh = '',
    } = params;
    if (grant === 'authorization_code') {
      const known = this.#codes.get(code);
      this.#codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const isRight = known?.challenge === challenge && known.redirectUri === params['redirect_uri'];
      return isRight ? known.scope : null;
    }
    if (grant === 'refresh_token') {
      const scope = this.#refreshTokens.get(refresh) ?? null;
      this.#refreshTokens.delete(refresh);
      return scope;
    }
    return params['scope'] ?? '';
  }

  #makeSecret(kind: string): string {
    const secret = `${kind}-${randomUUID()}`;
    this.#secrets.push(secret);
    return secret;
  }
}
