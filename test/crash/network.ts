/**
 * Simulates a phone network in a separate process, which keeps running when the program is killed. It speaks SIP over a real UDP socket
 * and writes one line per new call, answer and end to a file. It shares no code with the program. Its parent starts each run with a message.
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { closeSync, openSync, writeSync } from 'node:fs';
import { NetworkDialog } from './network-dialog.ts';
import { field, methodOf, reply } from '../support/sip-message.ts';

/** Message from the parent: begins a run, whose events are written to `file`. */
export interface NetworkRun {
  readonly file: string;
  readonly seed: number;
}

const tickMs = 10;
const socket = createSocket('udp4');
let dialogs = new Map<string, NetworkDialog>();
let file: number | undefined;
let state = 1;
let tickedAtMs = Date.now();

/** Returns a random number from 0 to 1 (xorshift32), reproducible by seed. */
function chance(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

/** Writes an event to the run's file. `lateMs` is the longest time that the message may have waited in the socket buffer. */
function note(line: object): void {
  const atMs = Date.now();
  const lateMs = Math.max(0, atMs - tickedAtMs - tickMs);
  if (file !== undefined) writeSync(file, `${JSON.stringify({ ...line, atMs, lateMs })}\n`);
}

function hear(message: string, { port, address }: RemoteInfo): void {
  const method = methodOf(message);
  const callId = field(message, 'Call-ID');
  const send = (text: string) => socket.send(text, port, address);
  const known = dialogs.get(callId);
  if (known !== undefined) return known.hear(message);
  const ownPort = socket.address().port;
  if (method !== 'INVITE') {
    if (method !== undefined && method !== 'ACK')
      send(reply(message, '200 OK', { tag: 'none', port: ownPort }));
    return;
  }
  const number = /^INVITE sip:([^@;]+)@/.exec(message)?.[1] ?? '';
  note({ type: 'dialog', number, callId });
  const host = {
    port: ownPort,
    send,
    chance,
    note: (type: string, how: string) => note({ type, number, callId, how }),
  };
  dialogs.set(callId, new NetworkDialog(host, message, number));
}

function begin(run: NetworkRun): void {
  if (file !== undefined) closeSync(file);
  file = openSync(run.file, 'a');
  state = run.seed | 1;
  dialogs = new Map();
  process.send?.({ begun: true });
}

socket.on('message', (bytes, from) => hear(bytes.toString('latin1'), from));
socket.on('error', () => undefined);
socket.bind(0, '127.0.0.1', () => process.send?.({ port: socket.address().port }));
setInterval(() => (tickedAtMs = Date.now()), tickMs);
process.on('message', begin);
process.on('disconnect', () => process.exit(0));
