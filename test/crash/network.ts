/**
 * A phone network as a process of its own, which outlives every kill: SIP over a real UDP socket, and a file with one line for each
 * INVITE of a new call, each answer and each end. It shares no code with the program. Its parent tells it when a run begins.
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { closeSync, openSync, writeSync } from 'node:fs';
import { NetworkDialog } from './network-dialog.ts';
import { field, methodOf, reply } from '../support/sip-message.ts';

/** From the parent: what is noted from now on goes to this file. */
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

/** xorshift32: the same for the same seed. */
function chance(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

/** `lateMs`: what came may have lain so long before it was seen. */
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
