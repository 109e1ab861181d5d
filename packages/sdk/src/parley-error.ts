interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal, in whichever of the two shapes it came; `unreachable` where nobody answered, or `unreadable` where what answered made no sense. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** 0 where nobody answered. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly Fault[];

  constructor(
    message: string,
    told: {
      readonly status: number;
      readonly code: string;
      readonly requestId?: string | undefined;
      readonly fields?: readonly Fault[] | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: told.cause });
    this.status = told.status;
    this.code = told.code;
    this.requestId = told.requestId;
    this.fields = told.fields ?? [];
  }

  static async from(response: Response): Promise<ParleyError> {
    const text = await response.text().catch(() => '');
    const told = readBody(text);
    return new ParleyError(told.message ?? `The service answered ${response.status}.`, {
      status: response.status,
      code: told.code ?? 'unknown',
      requestId: told.requestId,
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

export function unreachable(baseUrl: string, cause: unknown): ParleyError {
  return new ParleyError(`Nobody answers at ${baseUrl}.`, { status: 0, code: 'unreachable', cause });
}
