import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver in a separate process: responds with 200 and reports the id and the arrival time of each delivery to its parent every
 * 100 ms.
 */
let arrivals: [id: string, atMs: number][] = [];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    arrivals.push([request.headers['webhook-id'] as string, Date.now()]);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
setInterval(() => {
  if (arrivals.length > 0) process.send?.({ arrivals });
  arrivals = [];
}, 100);
process.on('disconnect', () => process.exit(0));
