import { Calls } from './calls.ts';
import { systemDependencies, type ClientDependencies } from './dependencies.ts';
import { createClient } from './generated/client/index.ts';
import { Operations } from './generated/sdk.gen.ts';
import { iterateList, type ListItem, type ListName, type ListOptions } from './lists.ts';
import { invalidBaseUrl, unreachable, unreadable } from './parley-error.ts';
import type { HealthResource } from './resources.ts';
import { defaultRetries, type RetryPolicy } from './retry.ts';
import { sendWithRetries, type RequestPolicy } from './send-with-retries.ts';
import {
  iterateEvents,
  type ConnectStream,
  type StreamItem,
  type StreamName,
  type StreamOptions,
} from './streams.ts';

export { ParleyError } from './parley-error.ts';
export type { Calls, WaitOptions } from './calls.ts';
export type { ClientDependencies } from './dependencies.ts';
export type { ListItem, ListName, ListOptions } from './lists.ts';
export type { RetryPolicy } from './retry.ts';
export type { StreamItem, StreamName, StreamOptions } from './streams.ts';
export type * from './generated/types.gen.ts';
export type * from './resources.ts';

export interface ParleyClientOptions extends Partial<ClientDependencies>, Partial<RetryPolicy> {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Without a key, a page of the same origin uses the session cookie of the browser. */
  readonly apiKey?: string;
  /** Sent as `x-workspace-id`, which some operations require. The other operations default to the home workspace of the key. */
  readonly workspaceId?: string;
  /** Maximum wait for one response in ms. Default: 30,000. Placing a call takes up to 10 s. */
  readonly timeoutMs?: number;
}

export interface SendOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged with its media type instead of `body`. In Node, `openAsBlob` of `fs` opens a file of any size. */
  readonly file?: Blob;
  /** Maximum wait for the response in ms. Default: that of the client. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const timeoutMsDefault = 30_000;

/**
 * A client of the API with one method per operation, named by its `operationId`. A method accepts the `path`, `query` and `body` of its
 * operation and returns the body of the response. It throws `ParleyError` if the service rejects the request or cannot be reached.
 */
export class ParleyClient extends Operations {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #policy: RequestPolicy;
  readonly #dependencies: ClientDependencies;
  /** Helpers for phone calls that need several API requests: `await parley.calls.wait(callId)`. */
  readonly calls: Calls;

  /** @throws {ParleyError} `invalid_base_url` */
  constructor({ baseUrl, apiKey, workspaceId, ...options }: ParleyClientOptions) {
    if (!isHttpUrl(baseUrl)) throw invalidBaseUrl(baseUrl);
    const dependencies = { ...systemDependencies, ...options };
    const policy = { timeoutMs: timeoutMsDefault, ...defaultRetries, ...options };
    const headers: Record<string, string> = {
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(workspaceId !== undefined && { 'x-workspace-id': workspaceId }),
    };
    const client = createClient({
      baseUrl,
      throwOnError: true,
      headers,
      fetch: (input, init) => sendWithRetries(new Request(input, init), policy, dependencies),
    });
    super({ client });
    this.#baseUrl = baseUrl;
    this.#headers = headers;
    this.#policy = policy;
    this.#dependencies = dependencies;
    this.calls = new Calls({
      getCall: (callId, signal) => this.getCall({ path: { callId }, signal }),
      sleep: dependencies.sleep,
    });
  }

  /** Iterates over all items of a list, page by page: `for await (const agent of parley.iterate('listAgents'))`. */
  iterate<Name extends ListName>(list: Name, options?: ListOptions<Name>): AsyncGenerator<ListItem<Name>> {
    const method = this[list].bind(this) as unknown as Parameters<typeof iterateList>[0];
    return iterateList<ListItem<Name>>(method, (options ?? {}) as { readonly query?: object });
  }

  /**
   * Iterates over the events of a stream until its end: `for await (const progress of parley.follow('followBatch', { path: { batchId } }))`.
   * Reconnects after a disconnection.
   */
  follow<Name extends StreamName>(
    name: Name,
    { signal, ...options }: StreamOptions<Name>,
  ): AsyncGenerator<StreamItem<Name>> {
    const method = this[name].bind(this) as unknown as (args: object) => ReturnType<ConnectStream>;
    return iterateEvents(
      (connectOptions) => method({ ...options, ...connectOptions }),
      this.#dependencies,
      signal,
    );
  }

  /** Sends any request, with the same retries as an operation. Throws `TypeError` for a path on another host. */
  async send(
    method: string,
    path: string,
    { body, file, headers = {}, signal, timeoutMs = this.#policy.timeoutMs }: SendOptions = {},
  ): Promise<Response> {
    const url = new URL(path, this.#baseUrl);
    if (url.origin !== new URL(this.#baseUrl).origin) throw new TypeError(`${path} is on another host.`);
    const content = contentOf(body, file);
    const request = new Request(url, {
      method,
      headers: { ...this.#headers, ...content.headers, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    // Clones of a request buffer its body in memory. Each attempt attaches the body again instead.
    const copyRequest = () => new Request(request, content.init);
    return sendWithRetries(request, { ...this.#policy, timeoutMs }, this.#dependencies, copyRequest);
  }

  /** Requests `/health/ready` once, without a key. Returns the body also if the service is not ready. */
  async checkHealth(): Promise<HealthResource> {
    const url = new URL('/health/ready', this.#baseUrl);
    const signal = AbortSignal.timeout(this.#policy.timeoutMs);
    const response = await this.#dependencies.fetch(new Request(url, { signal })).catch((cause: unknown) => {
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
