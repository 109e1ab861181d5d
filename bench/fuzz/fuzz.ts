import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom, type Random } from '../../src/core/random.ts';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { descriptions, methods, request, tortureMessages, token } from './messages.ts';
import { mutateText } from './mutate.ts';
import { FuzzPeer } from './peer.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly messages: number;
  /** The thousands of the service's ports: 27 means SIP on 27100 and RTP on 27200 to 27399. */
  readonly portPrefix: number;
  readonly log?: (line: string) => void;
}

export interface FuzzReport {
  readonly seed: number;
  readonly seconds: number;
  /** By kind. RTP and RTCP are sent only during calls. */
  readonly sent: Readonly<Record<string, number>>;
  readonly isAlive: boolean;
  /** Calls to simulated callees that run during the test, without mutated messages. */
  readonly concurrentCalls: Readonly<ConcurrentCalls>;
  readonly peerCalls: { readonly toService: number; readonly fromService: number };
  /** By location. */
  readonly internalErrors: Readonly<Record<string, number>>;
  /** Resident set size and used heap. */
  readonly memoryMb: {
    readonly before: readonly [number, number];
    readonly after: readonly [number, number];
  };
  readonly eventLoopLagMs: { readonly p99: number; readonly max: number };
  /** The log of the service. */
  readonly serviceLog: string;
}

const address = '127.0.0.1';
const ownNumber = '+14155552670';
const outsideNumber = '+14155552671';
const calleeNumber = '+12025550100';
const concurrentCallCount = 2;
/** Number of messages between two checks that the service has processed them. */
const messagesPerRound = 250;
/** Above this number of messages the memory is measured after all transactions have ended. */
const settleAboveMessages = 100_000;
const settleMs = 40_000;

/** Returns a non-loopback address of this machine. No trunk has it, so the service does not admit it. */
function nonAdmittedAddress(): string | undefined {
  const addresses = Object.values(os.networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

class Fuzzer {
  readonly sent: Record<string, number> = {};
  readonly #random: Random;
  readonly #port: number;
  readonly #peer: FuzzPeer;
  readonly #mediaPeer: FuzzPeer;
  readonly #udp: Socket;
  readonly #nonAdmittedSocket: Socket | undefined;

  constructor(
    random: Random,
    port: number,
    [peer, mediaPeer]: readonly [FuzzPeer, FuzzPeer],
    udp: Socket,
    nonAdmittedSocket: Socket | undefined,
  ) {
    this.#random = random;
    this.#port = port;
    this.#peer = peer;
    this.#mediaPeer = mediaPeer;
    this.#udp = udp;
    this.#nonAdmittedSocket = nonAdmittedSocket;
  }

  /** Sends `count` messages of all kinds. Resolves when they have been sent. */
  async sendRound(count: number): Promise<void> {
    const tcp: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const kind = this.#random.below(100);
      if (kind < 30) this.#sendUdp(this.#udp, 'SIP over UDP');
      else if (kind < 37) this.#sendUdp(this.#nonAdmittedSocket ?? this.#udp, 'SIP over UDP, not admitted');
      else if (kind < 50) tcp.push(this.#message('TCP'));
      else if (kind < 60)
        this.#sendCounted('SIP within a call', () => this.#peer.sendInDialog(this.#methodInCall()));
      else if (kind < 85) this.#sendCounted('RTP', () => this.#peerForMedia().sendRtp());
      else this.#sendCounted('RTCP', () => this.#peerForMedia().sendRtcp());
    }
    await this.#sendTcp(tcp);
  }

  /**
   * Returns the peer that sends the next media packet: usually the one whose calls are not ended by mutated requests.
   */
  #peerForMedia(): FuzzPeer {
    return this.#random.below(4) === 0 ? this.#peer : this.#mediaPeer;
  }

  #sendCounted(kind: string, send: () => unknown): void {
    if (send() === false) return;
    this.sent[kind] = (this.sent[kind] ?? 0) + 1;
  }

  /** Most requests are OPTIONS, which need no transaction: the service limits transactions to 10,000. */
  #method(): string {
    return this.#random.below(2) === 0 ? 'OPTIONS' : methods[this.#random.below(methods.length)]!;
  }

  /** Sends BYE rarely, so that a call lasts for thousands of messages. */
  #methodInCall(): string {
    const method = this.#method();
    return method === 'BYE' && this.#random.below(60) > 0 ? 'INFO' : method;
  }

  #message(transport: 'UDP' | 'TCP'): Buffer {
    const random = this.#random;
    if (random.below(8) === 0)
      return mutateText(tortureMessages[random.below(tortureMessages.length)]!, random);
    const method = this.#method();
    const context = {
      transport,
      address,
      port: this.#udp.address().port,
      requestUri: `sip:${random.below(50) === 0 ? ownNumber : '+15005550000'}@${address}:${this.#port}`,
      callId: token(random),
      fromTag: token(random),
      toTag: random.below(4) === 0 ? token(random) : undefined,
      cseq: 1 + random.below(100),
    };
    const description = descriptions[random.below(descriptions.length)]!(address, 40_000);
    const text = request(method, context, random, method === 'INVITE' ? description : undefined);
    const bytes = Buffer.from(random.below(5) === 0 ? asResponse(text, random) : text, 'latin1');
    return mutateText(bytes, random);
  }

  #sendUdp(socket: Socket, kind: string): void {
    this.#sendCounted(kind, () => socket.send(this.#message('UDP'), this.#port, address, () => undefined));
  }

  /** If the service closes a connection, the remaining messages are sent on a new one. */
  async #sendTcp(messages: readonly Buffer[]): Promise<void> {
    for (let remaining = messages; remaining.length > 0;) {
      const isNonAdmitted = this.#random.below(4) === 0 && this.#nonAdmittedSocket !== undefined;
      const kind = isNonAdmitted ? 'SIP over TCP, not admitted' : 'SIP over TCP';
      const localAddress = isNonAdmitted ? nonAdmittedAddress()! : address;
      const socket = connect({ host: address, port: this.#port, localAddress });
      socket.on('error', () => undefined);
      socket.resume();
      const batch = remaining.slice(0, 1 + this.#random.below(20));
      remaining = remaining.slice(batch.length);
      for (const bytes of batch) this.#sendCounted(kind, () => void socket.write(bytes));
      socket.end();
      await Promise.race([
        once(socket, 'close').catch(() => undefined),
        sleep(2_000, undefined, { ref: false }),
      ]);
      socket.destroy();
    }
  }
}

/** Turns a request into a response to an existing or unknown request. */
function asResponse(text: string, random: Random): string {
  const status = ['100 Trying', '180 Ringing', '200 OK', '302 Moved', '407 Auth', '503 No', '699 X'][
    random.below(7)
  ]!;
  return text.replace(/^\S+ \S+ SIP\/2\.0/, `SIP/2.0 ${status}`);
}

interface ConcurrentCalls {
  succeeded: number;
  /** The service rejected the call because of overload. */
  rejected: number;
  readonly failed: string[];
}

/** Places a call and resolves with its id as soon as the service accepts one; `undefined` if the test ends first. */
async function placeCall(
  api: ApiUnderTest,
  isOver: () => boolean,
  calls: ConcurrentCalls,
): Promise<string | undefined> {
  while (!isOver()) {
    try {
      return await api.call(calleeNumber);
    } catch {
      calls.rejected += 1;
      await sleep(5_000);
    }
  }
  return undefined;
}

/** Calls simulated callees, one after the other, until `isOver`. */
async function placeConcurrentCalls(
  api: ApiUnderTest,
  isOver: () => boolean,
  calls: ConcurrentCalls,
): Promise<void> {
  for (let callId = await placeCall(api, isOver, calls); callId !== undefined;) {
    const call = await api.untilEnded(callId);
    const hasBothSpeakers = ['agent', 'customer'].every((role) =>
      call.transcript.some((entry) => entry.role === role),
    );
    if (hasBothSpeakers && call.fault === 'none') calls.succeeded += 1;
    else calls.failed.push(`${callId} ${call.endReason} ${call.fault} ${call.endDetail ?? ''}`);
    callId = await placeCall(api, isOver, calls);
  }
}

interface Metrics {
  value(name: string): number;
  internalErrors(): Record<string, number>;
}

async function readMetrics(httpAddress: string): Promise<Metrics> {
  const text = await (await fetch(new URL('/metrics', httpAddress))).text();
  return {
    value: (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN),
    internalErrors: () => {
      const lines = [...text.matchAll(/^parley_internal_errors_total\{where="(\w+)"\} (\d+)/gm)];
      return Object.fromEntries(
        lines.map(([, where, count]) => [where!, Number(count)]).filter(([, count]) => count !== 0),
      ) as Record<string, number>;
    },
  };
}

async function bindSocket(local: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, local);
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  return socket;
}

/** Sends mutated SIP, SDP, RTP and RTCP messages to its own service during calls. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, messages, portPrefix, log = () => undefined } = options;
  const random = seededRandom(seed);
  const sipPort = portPrefix * 1000 + 100;
  const folder = await temporaryDataFolder();
  const peer = await FuzzPeer.open(random, () => sipPort);
  const mediaPeer = await FuzzPeer.open(random, () => sipPort);
  const server = new ServingProcess({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: String(sipPort),
    PARLEY_RTP_PORTS: `${sipPort + 100}-${sipPort + 299}`,
    PARLEY_TRUNK_URL: `sip:${address}:${peer.sipPort};transport=udp`,
  });
  const nonAdmitted = nonAdmittedAddress();
  const sockets = [
    await bindSocket(address),
    ...(nonAdmitted === undefined ? [] : [await bindSocket(nonAdmitted)]),
  ];
  try {
    const httpAddress = await server.ready();
    const api = new ApiUnderTest(httpAddress, await readFirstStart(folder.dataDir));
    await api.assignNumber(ownNumber);
    const before = await readMetrics(httpAddress);
    const fuzzer = new Fuzzer(random, sipPort, [peer, mediaPeer], sockets[0]!, sockets[1]);
    const calls: ConcurrentCalls = { succeeded: 0, rejected: 0, failed: [] };
    const startedMs = performance.now();
    let isOver = false;
    const concurrent = Promise.all(
      Array.from({ length: concurrentCallCount }, () => placeConcurrentCalls(api, () => isOver, calls)),
    ).catch((error: unknown) => void calls.failed.push(String(error)));
    const isAlive = await sendAll({ api, fuzzer, peers: [peer, mediaPeer], server, messages, log });
    isOver = true;
    if (isAlive) await concurrent;
    // Transactions last up to 32 s.
    if (isAlive && messages > settleAboveMessages) await sleep(settleMs);
    const after = isAlive ? await readMetrics(httpAddress) : undefined;
    const mb = (metrics: Metrics | undefined, name: string) =>
      Math.round((metrics?.value(name) ?? Number.NaN) / 2 ** 20);
    const memory = (metrics: Metrics | undefined) =>
      [mb(metrics, 'process_resident_memory_bytes'), mb(metrics, 'nodejs_heap_size_used_bytes')] as const;
    const lagMs = (name: string) =>
      Math.round(1000 * (after?.value(`nodejs_eventloop_lag_${name}_seconds`) ?? Number.NaN));
    return {
      seed,
      seconds: Math.round((performance.now() - startedMs) / 1000),
      sent: fuzzer.sent,
      isAlive,
      concurrentCalls: calls,
      peerCalls: {
        toService: peer.callCounts.toService + mediaPeer.callCounts.toService,
        fromService: peer.callCounts.fromService,
      },
      internalErrors: after?.internalErrors() ?? {},
      memoryMb: { before: memory(before), after: memory(after) },
      eventLoopLagMs: { p99: lagMs('p99'), max: lagMs('max') },
      serviceLog: server.stderr,
    };
  } finally {
    await server.remove();
    peer.close();
    mediaPeer.close();
    for (const socket of sockets) socket.close();
    await folder.remove();
  }
}

/** Resolves with whether the service still responds after the last message. */
async function sendAll(parts: {
  readonly api: ApiUnderTest;
  readonly fuzzer: Fuzzer;
  readonly peers: readonly [FuzzPeer, FuzzPeer];
  readonly server: ServingProcess;
  readonly messages: number;
  readonly log: (line: string) => void;
}): Promise<boolean> {
  const { api, fuzzer, peers, server, messages, log } = parts;
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const rounds = Math.ceil(messages / messagesPerRound);
  for (let round = 0; round < rounds; round += 1) {
    for (const peer of peers) await peer.call(ownNumber);
    if (round % 40 === 0) api.call(outsideNumber, { fromNumber: ownNumber }).catch(() => undefined);
    await fuzzer.sendRound(messagesPerRound);
    const status = await peers[0].options();
    if (hasEnded || status === undefined) return false;
    if (round % 20 === 19)
      log(`${(round + 1) * messagesPerRound} messages, ${Math.round(performance.now() / 1000)} s`);
  }
  return true;
}
