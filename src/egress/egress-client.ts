import {
  Agent as PlainAgent,
  request as requestPlain,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Clock } from '../core/clock.ts';
import { describeTlsFailure } from '../core/connection-failure.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { HostNameError, HostResolver } from './host-resolver.ts';

export interface EgressRequest {
  /** The workspace whose limits apply. */
  readonly workspaceId: string;
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the request has no body. */
  readonly body: string;
  /** Limit for the whole exchange, from the name lookup to the last byte of the response. */
  readonly timeoutMs: number;
  /** The rest of a longer response body is not read. */
  readonly maxResponseBytes: number;
  /**
   * Whether an idle connection may be used. Such a request is sent again on a new connection if the idle one was closed by the server at
   * the same time (RFC 9112 §9.3.1), so the receiver must accept duplicates.
   */
  readonly reuseConnection: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent: content codings are not decoded. */
  readonly body: Buffer;
  /** Whether the body is longer than `maxResponseBytes`. */
  readonly isTruncated: boolean;
}

export type EgressFailure =
  | 'address_denied'
  | 'encryption_required'
  | 'timed_out'
  | 'unreachable'
  | 'aborted';

/** Thrown if no complete response was received. The request may have been executed. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly failure: EgressFailure;
  /** Status of the response if its headers were received. */
  readonly status: number | undefined;

  /**
   * @param message the end of a sentence about the receiver: `did not respond`. It contains no part of the URL except an address, since a
   * URL may hold secrets
   */
  constructor(failure: EgressFailure, message: string, status?: number) {
    super(message);
    this.failure = failure;
    this.status = status;
  }
}

export interface EgressClientOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly policy: EgressPolicy;
  readonly resolver?: Pick<HostResolver, 'resolve'>;
  /** Certificates of the authorities to trust, in PEM; defaults to those of Node. */
  readonly ca?: string | undefined;
}

/** Connections per host and port, and in total. Further requests wait. */
const maxConnectionsPerHost = 32;
const maxConnections = 1_024;
/** Idle connections per host, and the time after which they are closed. */
const maxIdlePerHost = 8;
const idleTimeoutMs = 30_000;
/** Addresses of a host name to which connections are tried. */
const maxAddresses = 16;
/** Size limit of the response headers. */
const maxHeaderBytes = 16 * 1024;

/**
 * Sends requests to URLs that customers configure. The address is checked when the connection is opened, so that a host name cannot
 * resolve to another address after the check. Redirects are not followed, certificates are verified, and cookies are not kept.
 */
export class EgressClient {
  readonly #options: EgressClientOptions;
  readonly #resolver: Pick<HostResolver, 'resolve'>;
  readonly #secureAgent: SecureAgent;
  readonly #plainAgent: PlainAgent;

  constructor(options: EgressClientOptions) {
    this.#options = options;
    this.#resolver = options.resolver ?? new HostResolver(options);
    const pool = {
      keepAlive: true,
      maxSockets: maxConnectionsPerHost,
      maxTotalSockets: maxConnections,
      maxFreeSockets: maxIdlePerHost,
      timeout: idleTimeoutMs,
    };
    this.#secureAgent = new SecureAgent({ ...pool, ca: options.ca });
    this.#plainAgent = new PlainAgent(pool);
  }

  /** @throws {EgressError} */
  async send(request: EgressRequest): Promise<EgressResponse> {
    this.#requireAllowedUrl(request.url);
    const timeout = new AbortController();
    const seconds = request.timeoutMs / 1000;
    const timer = this.#options.clock.after(request.timeoutMs, () =>
      timeout.abort(new EgressError('timed_out', `did not respond within ${seconds} seconds`)),
    );
    const signal = AbortSignal.any([timeout.signal, ...(request.signal ? [request.signal] : [])]);
    try {
      return await this.#attempt(request, signal, request.reuseConnection).catch((error: unknown) => {
        if (!(error instanceof StaleConnectionError)) throw error;
        return this.#attempt(request, signal, false);
      });
    } catch (error) {
      if (error instanceof EgressError) throw error;
      throw new EgressError('unreachable', 'could not be sent');
    } finally {
      timer.cancel();
    }
  }

  /** Closes all connections. Requests in progress fail. */
  close(): void {
    this.#secureAgent.destroy();
    this.#plainAgent.destroy();
  }

  #requireAllowedUrl(url: URL): void {
    if (url.username !== '' || url.password !== '')
      throw new EgressError('address_denied', 'has credentials in its URL, which are not sent');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.#isAllowed(url, host)) throw deniedError(url, host);
  }

  #isAllowed({ protocol }: URL, address: string): boolean {
    const { policy } = this.#options;
    return protocol === 'https:' ? policy.allows(address) : policy.isAllowlisted(address);
  }

  #attempt(request: EgressRequest, signal: AbortSignal, reuseConnection: boolean): Promise<EgressResponse> {
    return new Promise((resolve, reject) => {
      const sent = this.#open(request, signal, reuseConnection);
      let status: number | undefined;
      const fail = (error: unknown): void => reject(toEgressError(error, { signal, status, sent }));
      sent.on('error', fail);
      sent.once('response', (response) => {
        status = response.statusCode;
        readResponse(response, request.maxResponseBytes).then(resolve, fail);
      });
      sent.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ ...headOf(response), body: Buffer.alloc(0), isTruncated: false });
      });
      // Some closed connections cause no error.
      sent.once('close', () => {
        if (status === undefined) fail(undefined);
      });
      sent.end(request.body);
    });
  }

  #open(request: EgressRequest, signal: AbortSignal, reuse: boolean): ClientRequest {
    const { url, method, headers, body } = request;
    const isSecure = url.protocol === 'https:';
    const pool = isSecure ? this.#secureAgent : this.#plainAgent;
    const options = {
      method,
      headers: {
        ...headers,
        ...((body !== '' || method !== 'GET') && { 'content-length': Buffer.byteLength(body) }),
      },
      agent: reuse ? pool : false,
      lookup: this.#lookupFor(request, signal),
      maxHeaderSize: maxHeaderBytes,
      signal,
      ...(isSecure && { ca: this.#options.ca }),
    };
    return isSecure ? requestSecure(url, options) : requestPlain(url, options);
  }

  /** Returns a look-up that omits addresses to which requests are not allowed. It ends with the request. */
  #lookupFor(request: EgressRequest, signal: AbortSignal): LookupFunction {
    const findAddresses = callbackify((name: string) => this.#findAddresses(name, request, signal));
    return (name, { all }, callback) =>
      findAddresses(name, (error, found) => {
        if (error !== null) callback(error, '');
        else if (all === true) callback(null, found);
        else callback(null, found[0].address, found[0].family);
      });
  }

  async #findAddresses(name: string, { url, workspaceId }: EgressRequest, signal: AbortSignal) {
    const all = await this.#resolver.resolve(name, { workspaceId, signal });
    const [first, ...others] = all
      .filter((address) => this.#isAllowed(url, address))
      .slice(0, maxAddresses)
      .map((address) => ({ address, family: isIP(address) }));
    if (first === undefined) throw deniedError(url, all[0] ?? 'no address');
    const found: [typeof first, ...typeof others] = [first, ...others];
    return found;
  }
}

/** An idle connection that the server closed before it read the request. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

const headOf = ({ statusCode, headers }: IncomingMessage) => ({ status: statusCode!, headers });

/** Resolves at the end of the body, or after `maxBytes` of it, and then closes the connection. */
function readResponse(response: IncomingMessage, maxBytes: number): Promise<EgressResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (isTruncated: boolean): void => {
      const body = Buffer.concat(chunks).subarray(0, maxBytes);
      resolve({ ...headOf(response), body, isTruncated });
    };
    response.on('error', reject);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) return;
      finish(true);
      response.destroy();
    });
    response.once('end', () => finish(false));
  });
}

interface FailedExchange {
  readonly signal: AbortSignal;
  readonly status: number | undefined;
  readonly sent: ClientRequest;
}

/** The message of a network error may contain the URL, so only its code or the fault of a certificate is kept. */
function toEgressError(error: unknown, { signal, status, sent }: FailedExchange): Error {
  if (error instanceof EgressError) return error;
  const { reason } = signal as { reason?: unknown };
  if (reason instanceof EgressError) return new EgressError(reason.failure, reason.message, status);
  if (signal.aborted)
    return new EgressError('aborted', 'did not respond before the request was aborted', status);
  if (error instanceof HostNameError)
    return new EgressError('unreachable', `could not be reached: ${error.message}`);
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const isReset = code === 'ECONNRESET' || code === 'EPIPE';
  if (sent.reusedSocket && isReset && status === undefined) return new StaleConnectionError();
  return new EgressError('unreachable', `could not be reached${detailOf(error, code)}`, status);
}

function detailOf(error: unknown, code: unknown): string {
  if (typeof code !== 'string') return ' (no connection)';
  const fault = describeTlsFailure(error);
  return fault === undefined ? ` (${code})` : `: ${fault}`;
}

function deniedError({ protocol }: URL, address: string): EgressError {
  const isSecure = protocol === 'https:';
  const restriction = isSecure ? 'is not allowed' : 'is not allowed without https';
  return new EgressError(
    isSecure ? 'address_denied' : 'encryption_required',
    `is at ${address}, which ${restriction} unless PARLEY_WEBHOOK_ALLOW_CIDRS includes the address`,
  );
}
