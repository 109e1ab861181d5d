import { Agent as PlainAgent, request as requestPlain, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectSecure } from 'node:tls';
import { urlToHttpOptions } from 'node:url';

/** An idle connection is closed after this time, or earlier if the server announces it in a `Keep-Alive` header. */
const idleTimeoutMs = 30_000;
const poolOptions = { keepAlive: true, timeout: idleTimeoutMs };
/** Statuses of responses that have no body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * HTTP/1.1 connections to one server, which are kept for later requests. The connection for the next request can be opened in advance, without a
 * request of its own.
 */
export class HttpConnections {
  readonly #baseUrl: URL;
  readonly #pool: PlainPool | SecurePool;

  constructor(baseUrl: string) {
    this.#baseUrl = new URL(baseUrl);
    this.#pool = isSecure(this.#baseUrl) ? new SecurePool(poolOptions) : new PlainPool(poolOptions);
  }

  /** Opens a connection (TCP, and TLS for `https`) for the next request, unless one is idle. Sends no request. Never throws. */
  preconnect(): void {
    const hasIdle = Object.values(this.#pool.freeSockets).some((sockets = []) => sockets.length > 0);
    if (!hasIdle) this.#pool.unused.open(this.#baseUrl);
  }

  /**
   * A `fetch` over these connections. It does not follow redirects or accept content codings, and reads the signal only from `init`. If the server
   * closed an idle connection at the same time, the request is sent once more on a new one (RFC 9112 §9.3.1).
   */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const signal = init?.signal ?? undefined;
    try {
      const message = await send(request, body, this.#pool, signal).catch((error: unknown) => {
        if (error instanceof StaleConnectionError) return send(request, body, false, signal);
        throw error;
      });
      return toResponse(message);
    } catch (error) {
      signal?.throwIfAborted();
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/** A connection on which no request has been sent. */
class UnusedConnection {
  #socket: Socket | undefined;

  /** Opens the connection, unless it is open. */
  open(url: URL): void {
    if (this.#socket !== undefined && isUsable(this.#socket)) return;
    this.#socket?.destroy();
    const socket = connect(url);
    this.#socket = socket;
    // The next request opens another connection and reports the error of that one.
    socket.on('error', () => undefined);
    socket.setTimeout(idleTimeoutMs, () => this.#socket === socket && socket.destroy());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    // An unused connection does not keep the process alive.
    socket.unref();
  }

  /** Returns the connection, if it is open. */
  take(): Socket | undefined {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined || isUsable(socket)) return socket?.ref();
    socket.destroy();
    return undefined;
  }
}

/** Returns whether a request can be sent: the server has neither closed the connection nor sent data, such as an early 408 response. */
const isUsable = (socket: Socket): boolean => socket.writable && socket.readableLength === 0;

function connect(url: URL): Socket {
  const { hostname, port } = urlToHttpOptions(url);
  const host = hostname ?? '';
  const address = { host, port: Number(port ?? (isSecure(url) ? 443 : 80)) };
  if (!isSecure(url)) return connectPlain(address).setNoDelay();
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectSecure({ ...address, ...servername, ALPNProtocols: ['http/1.1'] }).setNoDelay();
}

class PlainPool extends PlainAgent {
  readonly unused = new UnusedConnection();

  override createConnection(...parameters: Parameters<PlainAgent['createConnection']>) {
    return this.unused.take() ?? super.createConnection(...parameters);
  }
}

class SecurePool extends SecureAgent {
  readonly unused = new UnusedConnection();

  override createConnection(...parameters: Parameters<SecureAgent['createConnection']>) {
    return this.unused.take() ?? super.createConnection(...parameters);
  }
}

/** A connection that was open before the request, and that the server closed without a response. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

const closeCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

/** @throws {StaleConnectionError} */
function send(
  { url, method, headers }: Request,
  body: Buffer,
  agent: PlainAgent | false,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = (isSecure(new URL(url)) ? requestSecure : requestPlain)(url, {
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
      agent,
      ...(signal && { signal }),
    });
    let wasOpen = false;
    sent.once('socket', ({ connecting }) => (wasOpen = !connecting));
    sent.once('response', resolve);
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(wasOpen && closeCodes.has(error.code) ? new StaleConnectionError() : error),
    );
    // Some closed connections cause no error.
    sent.once('close', () => reject(new Error('The connection was closed.')));
    sent.end(body);
  });
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0 } = message;
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const isEmpty = emptyStatuses.has(status);
  if (isEmpty) message.resume();
  try {
    return new Response(isEmpty ? null : (Readable.toWeb(message) as ReadableStream), { status, headers });
  } catch (error) {
    message.destroy();
    throw error;
  }
}
