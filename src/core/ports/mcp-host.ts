import type { ContentBlock } from '../content.ts';
import type { Elicit } from '../elicitation/elicitation.ts';
import type { McpServerStatus } from '../state/events.ts';
import type { ToolCatalogue } from './catalogue.ts';
import type { McpOffers } from './mcp-offers.ts';

/** Something a server wants of the user's model. */
export interface SamplingRequest {
  /** The server's name in the config. */
  server: string;
  messages: { role: 'user' | 'assistant'; content: ContentBlock[] }[];
  systemPrompt?: string;
  maxTokens: number;
  temperature?: number;
  stopSequences?: string[];
  /** Names of models that would suit, best first. */
  modelHints: string[];
}

export interface SamplingAnswer {
  text: string;
  /** The backend that answered, or its model where that is known. */
  model: string;
  stopReason: 'endTurn' | 'maxTokens' | 'stopSequence';
}

/** Asks the user, then the model. Rejects with SimseError('denied') when it is not allowed. */
export type Sample = (request: SamplingRequest, options: { signal: AbortSignal }) => Promise<SamplingAnswer>;

/** A login page that a server wants the user to open. */
interface LogInPage {
  server: string;
  url: string;
}

/**
 * Shows the page to the user. Resolves with the address that the user pasted, when the browser cannot come back to this
 * machine by itself, else with null as soon as it is shown. Rejects with SimseError('cancelled') when the user declines.
 */
export type ShowLogIn = (page: LogInPage, options: { signal: AbortSignal }) => Promise<string | null>;

/**
 * Who answers what servers ask for. What is missing is not offered to them, and a login then waits until the user asks
 * for it.
 */
export interface McpClientServices {
  elicit?: Elicit;
  sample?: Sample;
  showLogIn?: ShowLogIn;
  /** Whether a login that the server needs just now may be put to the user; without it always. Asked before anything is. */
  mayLogIn?: (server: string) => boolean;
}

/** Runs the user's MCP servers. */
export interface McpHost extends AsyncDisposable {
  readonly catalogue: ToolCatalogue;
  readonly offers: McpOffers;
  status(): McpServerStatus[];
  /**
   * Starts every enabled server that is not running; resolves when all that each offers is known, or it has failed. Never
   * rejects. `catalogue.ready` waits for the tools alone.
   */
  start(): Promise<void>;
  /** Takes effect for every server that is started after it. */
  serveClient(services: McpClientServices): void;
  /** Tells the servers that the workspace has these folders now. */
  setRoots(roots: readonly string[]): void;
  /** Ends a server and starts it again, also one that has failed. Resolves when it is ready or has failed. */
  restart(server: string): Promise<void>;
  /** For this run; the config stays. Resolves when the server is ready, has failed or is gone. */
  setEnabled(server: string, enabled: boolean): Promise<void>;
  /**
   * Logs in, whatever is kept of an earlier login, and starts the server anew. Rejects with SimseError('auth_required'),
   * ('cancelled') or ('usage') for a server that has no login.
   */
  logIn(
    server: string,
    services: Required<Pick<McpClientServices, 'showLogIn'>>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Forgets the login, revokes it where the server can, and ends the connection. Resolves with whether there was one. */
  logOut(server: string): Promise<boolean>;
  /** What the server logged or wrote to stderr last, oldest first. */
  recentLog(server: string): string[];
  /** What the server says about how to use it, cleaned and cut. */
  instructions(server: string): string | null;
  /**
   * Lets a tool whose definition has changed be called as it is now. Rejects with SimseError('not_found') when it has
   * changed again, and with ('store_failed') when that could not be kept: then it holds for this run.
   */
  acceptChange(tool: string, change: string): Promise<void>;
  onStatus(listener: (status: McpServerStatus) => void): () => void;
  onNotice(listener: (level: 'info' | 'warn' | 'error', server: string, text: string) => void): () => void;
}

/** How grave a log message of MCP is, the least first. */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whether a message is at least that grave. */
export function isAsGrave(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}
