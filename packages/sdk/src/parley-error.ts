interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal, in whichever of the two shapes it came; or `unreachable`, `timed_out`, `unreadable`, where there was no answer or none that makes sense. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** 0 where nobody answered. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Where the request was, as far as the key held. */
  readonly workspaceId: string | undefined;
  readonly fields: readonly Fault[];

  constructor(
    message: string,
    told: {
      readonly status: number;
      readonly code: string;
      readonly requestId?: string | undefined;
      readonly workspaceId?: string | undefined;
      readonly fields?: readonly Fault[] | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: told.cause });
    this.status = told.status;
    this.code = told.code;
    this.requestId = told.requestId;
    this.workspaceId = told.workspaceId;
    this.fields = told.fields ?? [];
  }

  static async from(response: Response): Promise<ParleyError> {
    const text = await response.text().catch(() => '');
    const told = readBody(text);
    return new ParleyError(told.message ?? `The service answered ${response.status}.`, {
      status: response.status,
      code: told.code ?? 'unknown',
      requestId: told.requestId,
      workspaceId: response.headers.get('x-workspace-id') ?? undefined,
      fields: told.fields,
    });
  }
}

interface Told {
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly fields?: readonly Fault[];
}

function readBody(text: string): Told {
  try {
    const body = JSON.parse(text) as Told & { error?: string | Told; details?: string };
    if (typeof body.error === 'object') return body.error;
    return body.details === undefined ? body : { ...body, message: body.details };
  } catch {
    return {};
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** `baseUrl` is not an address that requests can be sent to. */
export function invalidBaseUrl(baseUrl: unknown): ParleyError {
  const message = `baseUrl is ${JSON.stringify(baseUrl)}. Write an http:// or https:// address such as http://127.0.0.1:3000.`;
  return new ParleyError(message, { status: 0, code: 'invalid_base_url' });
}

export function unreachable(url: string, cause: unknown): ParleyError {
  return new ParleyError(`Nobody answers at ${originOf(url)}.`, { status: 0, code: 'unreachable', cause });
}

export function timedOut(url: string, timeoutMs: number, cause: unknown): ParleyError {
  const message = `${originOf(url)} did not answer within ${timeoutMs} ms.`;
  return new ParleyError(message, { status: 0, code: 'timed_out', cause });
}

/** The answer breaks off, or comes from something that is not Parley. */
export function unreadable({ url, status }: Response, cause?: unknown): ParleyError {
  const message = `The answer of ${originOf(url || 'the service')} could not be read.`;
  return new ParleyError(message, { status, code: 'unreadable', cause });
}
