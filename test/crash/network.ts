/**
 * Simulates a phone network in a separate process, which keeps running when the program is killed. It speaks SIP over a real UDP socket
 * and writes one line per new call, answer and end to a file. It shares no code with the program. The parent process starts each run with a message.
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { closeSync, openSync, writeSync } from 'node:fs';
import { NetworkDialog } from './network-dialog.ts';
import { field, methodOf, reply } from '../support/sip-message.ts';

/** The message from the parent that starts a run. Events are written to `file`. */
export interface NetworkRun {
  readonly file: string;
  readonly seed: number;
}

const tickMs = 10;
const socket = createSocket('udp4');
let dialogs = new Map<string, NetworkDialog>();
let file: number | undefined;
let randomState = 1;
let tickedAtMs = Date.now();

/** Returns a random number from 0 to 1 (xorshift32), reproducible by seed. */
function random(): number {
  randomState ^= randomState << 13;
  randomState ^= randomState >>> 17;
  randomState ^= randomState << 5;
  return (randomState >>> 0) / 2 ** 32;
}

/** Writes an event to the run's file. `lateMs` is the maximum time for which the message may have waited in the socket buffer. */
function recordEvent(event: object): void {
  const atMs = Date.now();
  const lateMs = Math.max(0, atMs - tickedAtMs - tickMs);
  if (file !== undefined) writeSync(file, `${JSON.stringify({ ...event, atMs, lateMs })}\n`);
}

function receive(message: string, { port, address }: RemoteInfo): void {
  const method = methodOf(message);
  const callId = field(message, 'Call-ID');
  const send = (text: string) => socket.send(text, port, address);
  const known = dialogs.get(callId);
  if (known !== undefined) return known.receive(message);
  const ownPort = socket.address().port;
  if (method !== 'INVITE') {
    if (method !== undefined && method !== 'ACK')
      send(reply(message, '200 OK', { tag: 'none', port: ownPort }));
    return;
  }
  const number = /^INVITE sip:([^@;]+)@/.exec(message)?.[1] ?? '';
  recordEvent({ type: 'dialog', number, callId });
  const host = {
    port: ownPort,
    send,
    random,
    recordEvent: (type: string, detail: string) => recordEvent({ type, number, callId, detail }),
  };
  dialogs.set(callId, new NetworkDialog(host, message, number));
}

function startRun(run: NetworkRun): void {
  if (file !== undefined) closeSync(file);
  file = openSync(run.file, 'a');
  randomState = run.seed | 1;
  dialogs = new Map();
  process.send?.({ started: true });
}

socket.on('message', (bytes, from) => receive(bytes.toString('latin1'), from));
socket.on('error', () => undefined);
socket.bind(0, '127.0.0.1', () => process.send?.({ port: socket.address().port }));
setInterval(() => (tickedAtMs = Date.now()), tickMs);
process.on('message', startRun);
process.on('disconnect', () => process.exit(0));
