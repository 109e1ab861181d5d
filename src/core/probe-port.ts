import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Rejects with the error of the operating system if a TCP server cannot listen on the port. Port 0 is always free. */
export function probeTcpPort(host: string, port: number): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/** Rejects with the error of the operating system if a UDP socket cannot be bound to the port. Port 0 is always free. */
export function probeUdpPort(host: string, port: number): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => socket.close(() => resolve()));
  });
}
