import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';

/** Receivers in a separate process: one never responds, one resets each connection, one responds with 500. Reports their ports. */
const hang = createTcpServer((socket) => socket.on('error', () => {}).resume());
const reset = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
const fail = createHttpServer((request, response) => {
  request.resume();
  response.writeHead(500).end();
});
const ports = await Promise.all(
  [hang, reset, fail].map(
    (server: Server) =>
      new Promise<number>(
        (resolve) =>
          void server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
      ),
  ),
);
process.send?.(ports);
process.on('disconnect', () => process.exit(0));
