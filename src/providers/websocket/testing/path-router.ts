import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface PathRouter {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Starts a server that forwards each websocket by a part of its path, so that the servers of a vendor's recogniser and voice have one base URL. */
export async function startPathRouter(
  targets: Readonly<Record<string, { readonly baseUrl: string }>>,
): Promise<PathRouter> {
  const streams = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
    const [, target] = Object.entries(targets).find(([part]) => request.url!.includes(part))!;
    const { hostname, port } = new URL(target.baseUrl);
    const forwarded = connect(Number(port), hostname);
    for (const one of [stream, forwarded]) streams.add(one.on('error', () => undefined));
    stream.on('close', () => forwarded.destroy());
    forwarded.on('close', () => stream.destroy());
    forwarded.write(headOf(request));
    stream.pipe(forwarded).pipe(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const stream of streams) stream.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const headers = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'));
  return `${method} ${url} HTTP/1.1\r\n${headers.join('')}\r\n`;
}
