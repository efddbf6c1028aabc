import { isRecord } from '../../core/json.ts';

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
