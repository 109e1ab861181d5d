interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorFields {
  readonly status: number;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly fields?: readonly Fault[] | undefined;
  readonly cause?: unknown;
}

/**
 * An error response of the service, in either of its two shapes, or one of the codes `unreachable`, `timed_out`, `unreadable` and
 * `invalid_base_url` of the client.
 */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Workspace of the request, if the key was accepted. */
  readonly workspaceId: string | undefined;
  readonly fields: readonly Fault[];

  constructor(message: string, { status, code, requestId, workspaceId, fields = [], cause }: ErrorFields) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.workspaceId = workspaceId;
    this.fields = fields;
  }

  static async from(response: Response): Promise<ParleyError> {
    const text = await response.text().catch(() => '');
    const body = parseErrorBody(text);
    return new ParleyError(body.message ?? `The service answered ${response.status}.`, {
      status: response.status,
      code: body.code ?? 'unknown',
      requestId: body.requestId,
      workspaceId: response.headers.get('x-workspace-id') ?? undefined,
      fields: body.fields,
    });
  }
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly fields?: readonly Fault[];
}

/** Parses the nested or the flat shape of an error response. Returns an empty object for any other text. */
function parseErrorBody(text: string): ErrorBody {
  try {
    const body = JSON.parse(text) as ErrorBody & { error?: string | ErrorBody; details?: string };
    if (typeof body.error === 'object') return body.error;
    return body.details === undefined ? body : { ...body, message: body.details };
  } catch {
    return {};
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Creates the error for a `baseUrl` that is not an HTTP address. */
export function invalidBaseUrl(baseUrl: unknown): ParleyError {
  const message = `baseUrl is ${JSON.stringify(baseUrl)}. Write an http:// or https:// address such as http://127.0.0.1:3000.`;
  return new ParleyError(message, { status: 0, code: 'invalid_base_url' });
}

/** Creates the error for a request without a response. */
export function unreachable(url: string, cause: unknown): ParleyError {
  const message = `${originOf(url)} does not respond. Check the address, and that the service runs.`;
  return new ParleyError(message, { status: 0, code: 'unreachable', cause });
}

/** Creates the error for a response that did not arrive in time. */
export function timedOut(url: string, timeoutMs: number, cause: unknown): ParleyError {
  const message = `${originOf(url)} did not respond within ${timeoutMs} ms.`;
  return new ParleyError(message, { status: 0, code: 'timed_out', cause });
}

/** Creates the error for a phone call that did not end in time. */
export function callNotEnded(callId: string, timeoutMs: number, cause: unknown): ParleyError {
  const message = `The call ${callId} did not end within ${timeoutMs} ms.`;
  return new ParleyError(message, { status: 0, code: 'timed_out', cause });
}

/** Creates the error for a response that is malformed, or that does not come from Parley. */
export function unreadable({ url, status }: Response, cause?: unknown): ParleyError {
  const message = `The response of ${originOf(url || 'the service')} is malformed, or does not come from Parley.`;
  return new ParleyError(message, { status, code: 'unreadable', cause });
}
