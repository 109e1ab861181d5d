import { Calls } from './calls.ts';
import { createClient } from './generated/client/index.ts';
import { Operations } from './generated/sdk.gen.ts';
import { itemsOf, type ListItem, type ListName, type ListOptions } from './lists.ts';
import { invalidBaseUrl, unreachable, unreadable } from './parley-error.ts';
import { sendWithRetries, type Patience } from './resilient-fetch.ts';
import type { HealthResource } from './resources.ts';
import { defaultRetries, type RetryPolicy } from './retry.ts';
import {
  eventsOf,
  type OpenStream,
  type StreamItem,
  type StreamName,
  type StreamOptions,
} from './streams.ts';
import { systemSurroundings, type Surroundings } from './surroundings.ts';

export { ParleyError } from './parley-error.ts';
export type { Calls, WaitOptions } from './calls.ts';
export type { ListItem, ListName, ListOptions } from './lists.ts';
export type { RetryPolicy } from './retry.ts';
export type { StreamItem, StreamName, StreamOptions } from './streams.ts';
export type { Surroundings } from './surroundings.ts';
export type * from './generated/types.gen.ts';
export type * from './resources.ts';

export interface ParleyClientOptions extends Partial<Surroundings>, Partial<RetryPolicy> {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Left out: the home of the key, as far as the operation does without. */
  readonly workspaceId?: string;
  /** Longest wait for one answer; starting a call takes up to 10 s (30,000 ms). */
  readonly timeoutMs?: number;
}

export interface SentByHand {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in its type, in place of a body: such as a file of any size, by `openAsBlob` of node:fs. */
  readonly file?: Blob;
  /** Longest wait for the answer; left out: that of the client. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const timeoutMsDefault = 30_000;

/**
 * A client of the API: one method for each operation, named as in the OpenAPI document. Each takes `{path, query, body}` as far as the
 * operation has them and answers the body. It throws `ParleyError` where the service refuses or cannot be reached.
 */
export class ParleyClient extends Operations {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #patience: Patience;
  readonly #around: Surroundings;
  /** What takes more than one request about calls: `await parley.calls.wait(callId)`. */
  readonly calls: Calls;

  /** @throws {ParleyError} `invalid_base_url` */
  constructor({ baseUrl, apiKey, workspaceId, ...options }: ParleyClientOptions) {
    if (!isHttpUrl(baseUrl)) throw invalidBaseUrl(baseUrl);
    const around = { ...systemSurroundings, ...options };
    const patience = { timeoutMs: timeoutMsDefault, ...defaultRetries, ...options };
    const workspace: Record<string, string> =
      workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId };
    const headers = { 'x-api-key': apiKey, ...workspace };
    const client = createClient({
      baseUrl,
      throwOnError: true,
      headers,
      fetch: (input, init) => sendWithRetries(new Request(input, init), patience, around),
    });
    super({ client });
    this.#baseUrl = baseUrl;
    this.#headers = headers;
    this.#patience = patience;
    this.#around = around;
    this.calls = new Calls({
      url: baseUrl,
      getCall: (callId, signal) => this.getCall({ path: { callId }, signal }),
      sleep: around.sleep,
    });
  }

  /** Every item of a list, one page after another: `for await (const agent of parley.iterate('listAgents'))`. */
  iterate<Name extends ListName>(list: Name, options?: ListOptions<Name>): AsyncGenerator<ListItem<Name>> {
    const method = this[list].bind(this) as unknown as Parameters<typeof itemsOf>[0];
    return itemsOf<ListItem<Name>>(method, (options ?? {}) as { readonly query?: object });
  }

  /**
   * What a stream of events tells, until it is over: `for await (const progress of parley.follow('followBatch', { path: { batchId } }))`.
   * Where it breaks off it is taken up again.
   */
  follow<Name extends StreamName>(
    name: Name,
    { signal, ...options }: StreamOptions<Name>,
  ): AsyncGenerator<StreamItem<Name>> {
    const method = this[name].bind(this) as unknown as (given: object) => ReturnType<OpenStream>;
    return eventsOf((attempt) => method({ ...options, ...attempt }), this.#around, signal);
  }

  /** Any request, for what has no method here; retried like every other. A path on another host is refused. */
  async send(
    method: string,
    path: string,
    { body, file, headers = {}, signal, timeoutMs = this.#patience.timeoutMs }: SentByHand = {},
  ): Promise<Response> {
    const url = new URL(path, this.#baseUrl);
    if (url.origin !== new URL(this.#baseUrl).origin) throw new TypeError(`${path} is on another host.`);
    const content = contentOf(body, file);
    const request = new Request(url, {
      method,
      headers: { ...this.#headers, ...content.headers, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    // Copies of a request share its body, and what one of them has read is kept for the others.
    const again = () => new Request(request, content.init);
    return sendWithRetries(request, { ...this.#patience, timeoutMs }, this.#around, again);
  }

  /** One look, without a key and without retries. Does not throw where the service says that it is not ready. */
  async checkHealth(): Promise<HealthResource> {
    const url = new URL('/health/ready', this.#baseUrl);
    const signal = AbortSignal.timeout(this.#patience.timeoutMs);
    const response = await this.#around.fetch(new Request(url, { signal })).catch((cause: unknown) => {
      throw unreachable(url.href, cause);
    });
    return response.json().catch((cause: unknown) => {
      throw unreadable(response, cause);
    }) as Promise<HealthResource>;
  }
}

const isHttpUrl = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text);

interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly init: { readonly body?: string | Blob };
}

function contentOf(body: unknown, file: Blob | undefined): Content {
  if (file !== undefined) return { headers: { 'content-type': file.type }, init: { body: file } };
  if (body === undefined) return { headers: {}, init: {} };
  return { headers: { 'content-type': 'application/json' }, init: { body: JSON.stringify(body) } };
}
