import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { writeRtpHeader } from '../../src/rtp/rtp-packet.ts';

/*
 * The minimum work of a Node program for a call: a socket, a copy of each received packet, and a packet of silence
 * every 20 ms from a timer on an absolute schedule. No jitter buffer, codec, recording or detection.
 */
export interface PlainLoopTask {
  readonly firstPort: number;
  readonly calls: number;
  /** Call `i` sends to port `i` modulo the number of ports. */
  readonly remotePorts: readonly number[];
}

/** Each call sends in one of four sub-ticks of 5 ms per frame, as in the engine. */
const subTicks = 4;
const task = workerData as PlainLoopTask;
const packet = new Uint8Array(172).fill(0xff);
const received = new Uint8Array(2048);
const sockets = await Promise.all(Array.from({ length: task.calls }, (_, index) => open(index)));

async function open(index: number): Promise<Socket> {
  const socket = createSocket({
    type: 'udp4',
    lookup: (host, _options, callback) => callback(null, host, 4),
  });
  const bound = once(socket, 'listening');
  socket.bind(task.firstPort + 2 * index, '127.0.0.1');
  await bound;
  socket.connect(task.remotePorts[index % task.remotePorts.length]!, '127.0.0.1');
  socket.on('message', (bytes) => received.set(bytes));
  socket.on('error', () => {});
  return socket;
}

const startMs = performance.now();
let tick = 0;
const timer = () => {
  for (; startMs + tick * 5 <= performance.now(); tick++) {
    const frame = Math.floor(tick / subTicks);
    writeRtpHeader(packet, false, 0, frame & 0xffff, frame * 160, 1);
    for (let i = tick % subTicks; i < sockets.length; i += subTicks) sockets[i]!.send(packet);
  }
  setTimeout(timer, Math.max(1, startMs + tick * 5 - performance.now()));
};
timer();
const ports = sockets.map((_, index) => task.firstPort + 2 * index);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(ports);
