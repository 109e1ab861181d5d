import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Toolbox } from './server.ts';

const path = '/mcp';
const maxBodyBytes = 4 * 1024 * 1024;
const maxToolboxes = 100;

export interface McpHttpOptions {
  readonly version: string;
  /** Creates the tools of an API key. */
  readonly toolboxOf: (apiKey: string) => Toolbox;
}

/**
 * Creates a server for the streamable HTTP transport at `/mcp`. Every user of the machine can reach the server, so each request
 * requires a key. `Host` and `Origin` must name this machine, which excludes pages of other sites and DNS rebinding.
 */
export function createMcpHttpServer({ version, toolboxOf }: McpHttpOptions): HttpServer {
  const toolboxes = new Map<string, Toolbox>();
  const cachedToolbox = (apiKey: string): Toolbox => {
    const toolbox = toolboxes.get(apiKey) ?? toolboxOf(apiKey);
    if (toolboxes.size >= maxToolboxes) toolboxes.clear();
    toolboxes.set(apiKey, toolbox);
    return toolbox;
  };
  const handler = createMcpHandler(({ requestInfo }) => cachedToolbox(keyOf(requestInfo!)!).serve(version), {
    maxRequestBodySize: maxBodyBytes,
  });
  const handle = async (request: Request): Promise<Response> => {
    const rejected =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (rejected !== undefined) return rejected;
    if (new URL(request.url).pathname !== path)
      return new Response('Not found. The only path is /mcp.\n', { status: 404 });
    return keyOf(request) === undefined ? missingKeyResponse() : handler.fetch(request);
  };
  return createServer((request, response) => {
    void serve(request, response, handle).catch(() => response.destroy());
  });
}

/** Returns the key from x-api-key or the bearer token. */
function keyOf({ headers }: Request): string | undefined {
  return headers.get('x-api-key') ?? /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

const missingKeyResponse = (): Response =>
  new Response('Send an API key of Parley: Authorization: Bearer sk_…\n', {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="parley"' },
  });

/** Serves one request of `node:http` with a handler for web requests. */
async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const disconnection = new AbortController();
  outgoing.once('close', () => disconnection.abort());
  const { status, headers, body } = await handle(webRequest(incoming, disconnection.signal));
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(body), outgoing);
}

function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {};
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal, ...body } as RequestInit);
}
