import { ParleyError, unreachable } from './parley-error.ts';
import type {
  AgentResource,
  CallPlacedResource,
  CallResource,
  HealthResource,
  NewCallFields,
  NewKeyFields,
  NewKeyResource,
  NumberResource,
} from './resources.ts';

export { ParleyError } from './parley-error.ts';
export type * from './resources.ts';

export interface ParleyClientOptions {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** In place of the program's own `fetch`. */
  readonly fetch?: typeof fetch;
  /** Longest wait for an answer; starting a call takes up to 10 s (30,000 ms). */
  readonly timeoutMs?: number;
}

type Query = Readonly<Record<string, string | number | undefined>>;

interface Sent {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the API. Every method throws `ParleyError` where the service refuses or cannot be reached. */
export class ParleyClient {
  readonly #options: Required<ParleyClientOptions>;

  constructor(options: ParleyClientOptions) {
    this.#options = { fetch: globalThis.fetch, timeoutMs: 30_000, ...options };
  }

  async listAgents(query: Query = {}): Promise<readonly AgentResource[]> {
    const answer = await this.#json<{ data: { agents: AgentResource[] } }>('GET', '/api/v1/agents', {
      query,
    });
    return answer.data.agents;
  }

  getAgent(agentId: string): Promise<AgentResource> {
    return this.#json('GET', `/api/v1/agents/${encodeURIComponent(agentId)}`);
  }

  async listNumbers(query: Query = {}): Promise<readonly NumberResource[]> {
    const path = '/v1/api/telephony/numbers';
    const answer = await this.#json<{ data: { numbers: NumberResource[] } }>('GET', path, { query });
    return answer.data.numbers;
  }

  /** The same `idempotencyKey` never rings a phone twice. */
  placeCall(call: NewCallFields, idempotencyKey?: string): Promise<CallPlacedResource> {
    const headers: Record<string, string> =
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.#json('POST', '/api/v1/calls/call', { body: call, headers });
  }

  getCall(callId: string): Promise<CallResource> {
    return this.#json('GET', `/api/v1/calls/${encodeURIComponent(callId)}`);
  }

  endCall(callId: string): Promise<CallResource> {
    return this.#json('POST', `/api/v1/calls/${encodeURIComponent(callId)}/end`);
  }

  /** The WAV file, whole. */
  async getRecording(callId: string): Promise<Uint8Array> {
    const response = await this.#send('GET', `/api/v1/calls/${encodeURIComponent(callId)}/recording`);
    return new Uint8Array(await response.arrayBuffer());
  }

  createKey(key: NewKeyFields): Promise<NewKeyResource> {
    return this.#json('POST', '/v1/api/keys', { body: key });
  }

  /** Does not throw where the service says that it is not ready. */
  async checkHealth(): Promise<HealthResource> {
    return readJson(await this.#fetch('GET', '/health/ready'));
  }

  async #json<Answer>(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return readJson(await this.#send(method, path, sent));
  }

  async #send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const response = await this.#fetch(method, path, sent);
    if (!response.ok) throw await ParleyError.from(response);
    return response;
  }

  async #fetch(
    method: string,
    path: string,
    { query = {}, body, headers = {} }: Sent = {},
  ): Promise<Response> {
    const { baseUrl, apiKey, timeoutMs } = this.#options;
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    try {
      return await this.#options.fetch(url, {
        method,
        headers: { 'x-api-key': apiKey, ...type, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw unreachable(baseUrl, cause);
    }
  }
}

/** @throws {ParleyError} `unreadable` where the answer breaks off, or comes from something that is not Parley */
async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    const message = `The answer of ${new URL(response.url || 'http://unknown').host} could not be read.`;
    throw new ParleyError(message, { status: response.status, code: 'unreadable', cause });
  }
}
