import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom, type Random } from '../../src/core/random.ts';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { descriptions, methods, request, torture, token } from './messages.ts';
import { mutateText } from './mutate.ts';
import { FuzzPeer } from './peer.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly messages: number;
  /** Two-digit start of the service's ports, such as 27: SIP 27100, RTP 27200 to 27399. */
  readonly portsFrom: number;
  readonly log?: (line: string) => void;
}

export interface FuzzReport {
  readonly seed: number;
  readonly seconds: number;
  /** By kind; RTP and RTCP only while a call was up. */
  readonly sent: Readonly<Record<string, number>>;
  readonly isAlive: boolean;
  /** Calls to simulated people that no message was meant for. */
  readonly callsBeside: Readonly<CallsBeside>;
  readonly callsOfPeer: { readonly callsTo: number; readonly callsFrom: number };
  /** By place. */
  readonly internalErrors: Readonly<Record<string, number>>;
  /** Resident, and of the heap what is used. */
  readonly memoryMb: {
    readonly before: readonly [number, number];
    readonly after: readonly [number, number];
  };
  readonly eventLoopLagMs: { readonly p99: number; readonly most: number };
  readonly complaints: string;
}

const address = '127.0.0.1';
const ownNumber = '+14155552670';
const strangersNumber = '+14155552671';
const talker = '+12025550100';
const callsAtOnce = 2;
/** Messages between two proofs that the service has read them. */
const roundSize = 250;
/** After more messages than this the memory is read when everything has come to rest. */
const restAfter = 100_000;
const restMs = 40_000;

/** An address of this machine that is not loopback: no trunk has it, so the service does not admit it. */
function strangersAddress(): string | undefined {
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
  readonly #strange: Socket | undefined;

  constructor(
    random: Random,
    port: number,
    [peer, mediaPeer]: readonly [FuzzPeer, FuzzPeer],
    udp: Socket,
    strange: Socket | undefined,
  ) {
    this.#random = random;
    this.#port = port;
    this.#peer = peer;
    this.#mediaPeer = mediaPeer;
    this.#udp = udp;
    this.#strange = strange;
  }

  /** Sends `count` messages of all kinds; resolves when they have left. */
  async round(count: number): Promise<void> {
    const tcp: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const kind = this.#random.below(100);
      if (kind < 30) this.#sendUdp(this.#udp, 'SIP over UDP');
      else if (kind < 37) this.#sendUdp(this.#strange ?? this.#udp, 'SIP over UDP, not admitted');
      else if (kind < 50) tcp.push(this.#message('TCP'));
      else if (kind < 60) this.#do('SIP within a call', () => this.#peer.sendInDialog(this.#methodInCall()));
      else if (kind < 85) this.#do('RTP', () => this.#peerForMedia().sendRtp());
      else this.#do('RTCP', () => this.#peerForMedia().sendRtcp());
    }
    await this.#sendTcp(tcp);
  }

  /** Mostly the peer whose calls no mutated request ends. */
  #peerForMedia(): FuzzPeer {
    return this.#random.below(4) === 0 ? this.#peer : this.#mediaPeer;
  }

  #do(kind: string, send: () => unknown): void {
    if (send() === false) return;
    this.sent[kind] = (this.sent[kind] ?? 0) + 1;
  }

  /** Most requests are OPTIONS, which need no transaction: 10,000 transactions are alive at most. */
  #method(): string {
    return this.#random.below(2) === 0 ? 'OPTIONS' : methods[this.#random.below(methods.length)]!;
  }

  /** A BYE now and then: a call lasts for some thousands of messages. */
  #methodInCall(): string {
    const method = this.#method();
    return method === 'BYE' && this.#random.below(60) > 0 ? 'INFO' : method;
  }

  #message(transport: 'UDP' | 'TCP'): Buffer {
    const random = this.#random;
    if (random.below(8) === 0) return mutateText(torture[random.below(torture.length)]!, random);
    const method = this.#method();
    const place = {
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
    const text = request(method, place, random, method === 'INVITE' ? description : undefined);
    const bytes = Buffer.from(random.below(5) === 0 ? asResponse(text, random) : text, 'latin1');
    return mutateText(bytes, random);
  }

  #sendUdp(socket: Socket, kind: string): void {
    this.#do(kind, () => socket.send(this.#message('UDP'), this.#port, address, () => undefined));
  }

  /** A stream that the service closes takes the rest on another. */
  async #sendTcp(messages: readonly Buffer[]): Promise<void> {
    for (let left = messages; left.length > 0;) {
      const isStrange = this.#random.below(4) === 0 && this.#strange !== undefined;
      const kind = isStrange ? 'SIP over TCP, not admitted' : 'SIP over TCP';
      const localAddress = isStrange ? strangersAddress()! : address;
      const socket = connect({ host: address, port: this.#port, localAddress });
      socket.on('error', () => undefined);
      socket.resume();
      const some = left.slice(0, 1 + this.#random.below(20));
      left = left.slice(some.length);
      for (const bytes of some) this.#do(kind, () => void socket.write(bytes));
      socket.end();
      await Promise.race([
        once(socket, 'close').catch(() => undefined),
        sleep(2_000, undefined, { ref: false }),
      ]);
      socket.destroy();
    }
  }
}

/** What looks like a response to a request of the service's, or to nobody's. */
function asResponse(text: string, random: Random): string {
  const status = ['100 Trying', '180 Ringing', '200 OK', '302 Moved', '407 Auth', '503 No', '699 X'][
    random.below(7)
  ]!;
  return text.replace(/^\S+ \S+ SIP\/2\.0/, `SIP/2.0 ${status}`);
}

interface CallsBeside {
  whole: number;
  /** The service, or its machine, had too much to do for the call. */
  shed: number;
  readonly broken: string[];
}

/** Resolves with the id of a call, as soon as the service takes one; undefined where it is over before. */
async function placeCall(
  api: ApiUnderTest,
  isOver: () => boolean,
  calls: CallsBeside,
): Promise<string | undefined> {
  while (!isOver()) {
    try {
      return await api.call(talker);
    } catch {
      calls.shed += 1;
      await sleep(5_000);
    }
  }
  return undefined;
}

/** Calls simulated people, one call after the other, until `isOver`. */
async function callBeside(api: ApiUnderTest, isOver: () => boolean, calls: CallsBeside): Promise<void> {
  for (let callId = await placeCall(api, isOver, calls); callId !== undefined;) {
    const call = await api.ended(callId);
    const isWhole = ['agent', 'customer'].every((role) =>
      call.transcript.some((entry) => entry.role === role),
    );
    if (isWhole && call.fault === 'none') calls.whole += 1;
    else calls.broken.push(`${callId} ${call.endReason} ${call.fault} ${call.endDetail ?? ''}`);
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

async function boundTo(local: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, local);
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  return socket;
}

/** Sends mutated SIP, SDP, RTP and RTCP messages to a service of its own while calls are under way. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, messages, portsFrom, log = () => undefined } = options;
  const random = seededRandom(seed);
  const sipPort = portsFrom * 1000 + 100;
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
  const strangers = strangersAddress();
  const sockets = [await boundTo(address), ...(strangers === undefined ? [] : [await boundTo(strangers)])];
  try {
    const httpAddress = await server.ready();
    const api = new ApiUnderTest(httpAddress, await readFirstStart(folder.dataDir));
    await api.own(ownNumber);
    const before = await readMetrics(httpAddress);
    const fuzzer = new Fuzzer(random, sipPort, [peer, mediaPeer], sockets[0]!, sockets[1]);
    const calls: CallsBeside = { whole: 0, shed: 0, broken: [] };
    const startedMs = performance.now();
    let isOver = false;
    const beside = Promise.all(
      Array.from({ length: callsAtOnce }, () => callBeside(api, () => isOver, calls)),
    ).catch((error: unknown) => void calls.broken.push(String(error)));
    const isAlive = await sendAll({ api, fuzzer, peers: [peer, mediaPeer], server, messages, log });
    isOver = true;
    if (isAlive) await beside;
    // Transactions live for 32 s.
    if (isAlive && messages > restAfter) await sleep(restMs);
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
      callsBeside: calls,
      callsOfPeer: {
        callsTo: peer.counts.callsTo + mediaPeer.counts.callsTo,
        callsFrom: peer.counts.callsFrom,
      },
      internalErrors: after?.internalErrors() ?? {},
      memoryMb: { before: memory(before), after: memory(after) },
      eventLoopLagMs: { p99: lagMs('p99'), most: lagMs('max') },
      complaints: server.complaints,
    };
  } finally {
    await server.remove();
    peer.close();
    mediaPeer.close();
    for (const socket of sockets) socket.close();
    await folder.remove();
  }
}

/** Resolves with whether the service still answers after the last message. */
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
  const rounds = Math.ceil(messages / roundSize);
  for (let round = 0; round < rounds; round += 1) {
    for (const peer of peers) await peer.call(ownNumber);
    if (round % 40 === 0) api.call(strangersNumber, { fromNumber: ownNumber }).catch(() => undefined);
    await fuzzer.round(roundSize);
    const status = await peers[0].options();
    if (hasEnded || status === undefined) return false;
    if (round % 20 === 19)
      log(`${(round + 1) * roundSize} messages, ${Math.round(performance.now() / 1000)} s`);
  }
  return true;
}
