import { isRecord } from '../../core/json.ts';

/** Errors that say nothing of who asked. */
const PASSING = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);
const TOO_MANY_REQUESTS = 429;

/** An authorization server's no, as it said it: the words may be anything. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  /** As `invalid_grant`; null for an answer that is no OAuth. */
  readonly code: string | null;
  readonly status: number;

  constructor(code: string | null, description: string, status: number) {
    super(description);
    this.code = code;
    this.status = status;
  }

  /** Whether it is trouble of the server's own, so that the same request may do later. */
  get isPassing(): boolean {
    return (
      this.code === null || PASSING.has(this.code) || this.status >= 500 || this.status === TOO_MANY_REQUESTS
    );
  }
}

/** The refusal that an answer other than success stands for. */
export async function readRefusal(response: Response): Promise<OAuthRefusal> {
  const body = parse(await response.text());
  const { error, error_description: description } = isRecord(body) ? body : {};
  return new OAuthRefusal(
    typeof error === 'string' ? error : null,
    typeof description === 'string' ? description : '',
    response.status,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // A page of whatever stands before the authorization server.
  }
}
