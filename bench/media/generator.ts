/*
 * The remote side of every call, in a separate process: sends each call a packet every 20 ms over a few shared sockets,
 * and timestamps received packets. Started by run.ts, which passes the ports.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeRtpHeader } from '../../src/rtp/rtp-packet.ts';
import { encodeUlaw } from '../../src/audio/g711.ts';
import { percentilesOf, type GeneratorResult } from './percentiles.ts';

const socketCount = 8;
const warmUpMs = 2000;
const frameMs = 20;
const slots = 20;

export interface GeneratorTask {
  readonly ports: readonly number[];
  readonly seconds: number;
}

class Call {
  readonly port: number;
  readonly packet = new Uint8Array(172);
  readonly arrivals: number[] = [];
  readonly sequences: number[] = [];
  sent = 0;

  constructor(port: number) {
    this.port = port;
  }
}

const sockets = await Promise.all(Array.from({ length: socketCount }, openSocket));
const calls = new Map<number, Call>();
const loopLatenessMs: number[] = [];
let measuring = false;
/** One second of a voice-like signal: a tone that pulsates four times per second. */
const sound = encodeSound();

async function openSocket(): Promise<Socket> {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 4_194_304,
    lookup: (host, _options, callback) => callback(null, host, 4),
  });
  const bound = once(socket, 'listening');
  socket.bind(0, '127.0.0.1');
  await bound;
  socket.on('message', (bytes, from) => recordArrival(bytes, from.port));
  socket.on('error', () => {});
  return socket;
}

function encodeSound(): Uint8Array {
  const samples = Int16Array.from({ length: 8000 }, (_, i) => {
    const loudness = Math.max(0, Math.sin((2 * Math.PI * 4 * i) / 8000));
    return 9000 * loudness * Math.sin((2 * Math.PI * 300 * i) / 8000);
  });
  const encoded = new Uint8Array(8000);
  encodeUlaw(samples, encoded);
  return encoded;
}

function recordArrival(bytes: Buffer, port: number): void {
  if (!measuring) return;
  const call = calls.get(port);
  if (call === undefined) return;
  call.arrivals.push(performance.now());
  call.sequences.push(bytes.readUInt16BE(2));
}

function sendTo(call: Call, index: number, frame: number): void {
  const offset = ((frame % 50) * 160) % 8000;
  writeRtpHeader(call.packet, frame === 0, 0, frame & 0xffff, frame * 160, index + 1);
  call.packet.set(sound.subarray(offset, offset + 160), 12);
  sockets[index % socketCount]!.send(call.packet, call.port, '127.0.0.1');
  if (measuring) call.sent += 1;
}

/** Assigns each call a millisecond within the frame, on an absolute schedule like the engine's. */
function sendPackets(ports: readonly number[], totalMs: number): Promise<void> {
  const groups: [Call, number][][] = Array.from({ length: slots }, () => []);
  ports.forEach((port, index) => {
    const call = new Call(port);
    calls.set(port, call);
    groups[index % slots]!.push([call, index]);
  });
  const startMs = performance.now();
  return new Promise((resolve) => {
    let tick = 0;
    const runTick = () => {
      const nowMs = performance.now();
      measuring = nowMs - startMs >= warmUpMs;
      for (; startMs + tick <= nowMs; tick++) {
        if (measuring) loopLatenessMs.push(nowMs - startMs - tick);
        for (const [call, index] of groups[tick % slots]!) sendTo(call, index, Math.floor(tick / slots));
      }
      if (nowMs - startMs < totalMs) setTimeout(runTick, 1);
      else resolve();
    };
    runTick();
  });
}

/**
 * Returns the deviations of arrival times from the 20 ms interval, relative to the call's median: the jitter of the
 * sender.
 */
function deviationsOf(call: Call): number[] {
  const first = call.sequences[0] ?? 0;
  const phases = call.arrivals.map((atMs, index) => {
    const step = ((call.sequences[index]! - first) << 16) >> 16;
    return atMs - step * frameMs;
  });
  const middle = phases.toSorted((a, b) => a - b)[Math.floor(phases.length / 2)] ?? 0;
  return phases.map((phase) => Math.abs(phase - middle));
}

function countMissing(call: Call): number {
  if (call.sequences.length === 0) return call.sent;
  const first = call.sequences[0]!;
  const steps = call.sequences.map((sequence) => ((sequence - first) << 16) >> 16);
  return steps.reduce((max, step) => Math.max(max, step), 0) + 1 - new Set(steps).size;
}

function createResult(): GeneratorResult {
  const allCalls = [...calls.values()];
  const sum = (pick: (call: Call) => number) => allCalls.reduce((total, call) => total + pick(call), 0);
  return {
    deviationMs: percentilesOf(allCalls.flatMap(deviationsOf)),
    sent: sum((call) => call.sent),
    received: sum((call) => call.arrivals.length),
    missing: sum(countMissing),
    loopLatenessMs: percentilesOf(loopLatenessMs),
  };
}

const taskMessage = once(process, 'message') as Promise<[GeneratorTask]>;
process.send!({ ports: sockets.map((socket) => socket.address().port) });
const [task] = await taskMessage;
await sendPackets(task.ports, warmUpMs + task.seconds * 1000);
process.send!({ result: createResult() });
process.disconnect();
for (const socket of sockets) socket.close();
