import { availableParallelism } from 'node:os';
import { systemClock, type Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import { systemRandom, type Random } from '../core/random.ts';
import { createAudioRings, createCallMemory } from './call-memory.ts';
import { EnginePort } from './engine-port.ts';
import {
  MediaUnavailable,
  type MediaEngine,
  type MediaLoad,
  type MediaPort,
  type OpenPortOptions,
} from './media-port.ts';
import { PortAllocator } from './port-allocator.ts';
import { emptyLoad, type WorkerLoad } from './worker-counters.ts';
import { OpenPortError, startMediaWorker, WorkerLink, type StartWorker } from './worker-link.ts';

export interface MediaEngineOptions {
  /** Number of media workers; default: the number of cores minus one, at least 1. */
  readonly threads?: number;
  /** First and last UDP port, inclusive. A call uses an even port and the next. */
  readonly rtpPorts: readonly [first: number, last: number];
  /** The numeric address that sockets are bound to. */
  readonly localAddress: string;
  readonly logger: Logger;
  /** Logs and counts internal errors. Default: an `InternalErrorLog` for this engine only. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Recordings are restricted to this folder; any path if omitted. */
  readonly recordingRoot?: string;
  /** Starts a worker; replaced in tests that terminate one. */
  readonly startWorker?: StartWorker;
}

/** The engine reports overload when only this many ports are free: calls that were admitted and have no port yet need them. */
const maxReservedPorts = 16;
/** The same limit as a share of all ports. The lower limit applies. */
const reservedPortShare = 1 / 20;
/** Maximum number of bind attempts on ports that other programs use. */
const maxBindAttempts = 20;
/** A worker that exited sooner than this is replaced after a delay. */
const minWorkerLifetimeMs = 1000;
const restartDelayMs = 1000;
/**
 * Rings that are kept for later calls while no call is active: 4.7 MB. Rings are reused, because each would otherwise occupy memory until
 * the garbage collection of both threads, between smaller allocations that keep its pages.
 */
const maxIdleRings = 64;

/** Starts the workers. Rejects if one cannot start, and with `RangeError` for an invalid port range. */
export async function createMediaEngine(options: MediaEngineOptions): Promise<MediaEngine> {
  const engine = new WorkerEngine(options);
  await engine.start();
  return engine;
}

class WorkerEngine implements MediaEngine {
  readonly #options: MediaEngineOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #internalErrors: InternalErrors;
  readonly #ports: PortAllocator;
  readonly #links = new Set<WorkerLink>();
  /** The audio rings of closed calls. */
  readonly #freeRings: SharedArrayBuffer[] = [];
  #lastId = 0;
  #workersLost = 0;
  /** Sums of the counters of workers that exited. The other values of the load stay 0. */
  #exitedWorkerCounters = emptyLoad();
  #closed: Promise<void> | undefined;

  constructor(options: MediaEngineOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
    this.#internalErrors =
      options.internalErrors ?? new InternalErrorLog({ logger: options.logger, clock: this.#clock });
    this.#ports = new PortAllocator(...options.rtpPorts, this.#clock);
  }

  async start(): Promise<void> {
    const threads = this.#options.threads ?? Math.max(1, availableParallelism() - 1);
    for (let count = 0; count < threads; count++) this.#startWorker();
    try {
      await Promise.all(Array.from(this.#links, (link) => link.ready));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async openPort(options: OpenPortOptions = {}): Promise<MediaPort> {
    for (let attempt = 0; attempt < maxBindAttempts; attempt++) {
      const link = this.#leastLoaded(options.ignoreOverload ?? false);
      const localPort = this.#ports.allocate();
      if (localPort === undefined) throw new MediaUnavailable('ports-exhausted');
      try {
        return await this.#openOn(link, localPort, options.localAddress ?? this.#options.localAddress);
      } catch (error) {
        this.#ports.release(localPort);
        if (!(error instanceof OpenPortError)) throw error;
        if (error.code === 'WORKER_LOST') throw new MediaUnavailable('worker-lost', error);
        if (error.code !== 'EADDRINUSE') throw error;
      }
    }
    throw new MediaUnavailable('ports-exhausted');
  }

  load(): MediaLoad {
    const loads = Array.from(this.#links, (link) => link.load);
    const maxOf = (pick: (load: WorkerLoad) => number) => Math.max(0, ...loads.map(pick));
    const sum = (pick: (load: WorkerLoad) => number) =>
      loads.reduce((total, load) => total + pick(load), pick(this.#exitedWorkerCounters));
    return {
      calls: Array.from(this.#links).reduce((total, link) => total + link.calls, 0),
      workers: loads.length,
      utilisation: maxOf((load) => load.utilisation),
      latenessP99Ms: maxOf((load) => load.latenessP99Ms),
      timerJitterMs: maxOf((load) => load.timerJitterMs),
      portsFree: this.#ports.freeCount,
      overloaded: this.#isShortOfPorts() || this.#areWorkersOverloaded(),
      packetsSent: sum((load) => load.packetsSent),
      packetsReceived: sum((load) => load.packetsReceived),
      packetsFromUnknownSource: sum((load) => load.packetsFromUnknownSource),
      packetsInvalid: sum((load) => load.packetsInvalid),
      socketErrors: sum((load) => load.socketErrors),
      framesSkipped: sum((load) => load.framesSkipped),
      workersLost: this.#workersLost,
    };
  }

  #isShortOfPorts(): boolean {
    const { freeCount, capacity } = this.#ports;
    return freeCount <= Math.min(maxReservedPorts, Math.floor(capacity * reservedPortShare));
  }

  /** False if there are no workers: `openPort` then rejects with `worker-lost`. */
  #areWorkersOverloaded(): boolean {
    return this.#links.size > 0 && !Array.from(this.#links).some(hasCapacity);
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    await Promise.all(Array.from(this.#links, (link) => link.shutDown()));
  }

  async #openOn(link: WorkerLink, localPort: number, localAddress: string): Promise<MediaPort> {
    const slot = link.reserveSlot();
    const memory = createCallMemory(this.#freeRings.pop() ?? createAudioRings());
    const port = new EnginePort({
      id: (this.#lastId += 1),
      slot,
      localAddress,
      localPort,
      memory,
      internalErrors: this.#internalErrors,
      recordingRoot: this.#options.recordingRoot,
      post: (command) => link.post(command),
    });
    await link.open(port, {
      type: 'open',
      slot,
      memory: memory.buffers,
      localAddress,
      localPort,
      stream: this.#randomStream(),
      canonicalName: this.#randomCname(),
    });
    void port.closed.then(() => {
      this.#ports.release(localPort);
      this.#releaseRings(memory.buffers.audio);
    });
    return port;
  }

  #releaseRings(rings: SharedArrayBuffer): void {
    this.#freeRings.push(rings);
    if (Array.from(this.#links).every((link) => link.calls === 0))
      this.#freeRings.length = Math.min(this.#freeRings.length, maxIdleRings);
  }

  #leastLoaded(ignoreOverload: boolean): WorkerLink {
    if (this.#closed !== undefined) throw new MediaUnavailable('closed');
    const alive = Array.from(this.#links).filter((link) => link.isAlive);
    if (alive.length === 0) throw new MediaUnavailable('worker-lost');
    const available = alive.filter(ignoreOverload ? hasSlot : hasCapacity);
    if (available.length === 0) throw new MediaUnavailable('overloaded');
    return available.reduce((best, link) => (link.calls < best.calls ? link : best));
  }

  /** RFC 3550 §5.1: the initial sequence number and timestamp are random. */
  #randomStream() {
    return {
      ssrc: this.#random.below(2 ** 32),
      sequenceNumber: this.#random.below(2 ** 16),
      timestamp: this.#random.below(2 ** 32),
    };
  }

  /** RFC 7022 §4.2: 96 random bits, new for each call. */
  #randomCname(): string {
    return Buffer.from(this.#random.bytes(12)).toString('base64');
  }

  #startWorker(): void {
    const { startWorker = startMediaWorker } = this.#options;
    const startedMs = this.#clock.monotonicMs();
    this.#links.add(
      new WorkerLink(startWorker, this.#internalErrors, (link) => this.#onWorkerExit(link, startedMs)),
    );
  }

  #onWorkerExit(link: WorkerLink, startedMs: number): void {
    this.#links.delete(link);
    this.#exitedWorkerCounters = addCounters(this.#exitedWorkerCounters, link.load);
    if (this.#closed !== undefined) return;
    this.#workersLost += 1;
    this.#options.logger.error(
      { workersLost: this.#workersLost },
      'Media worker exited. A replacement is started.',
    );
    if (this.#clock.monotonicMs() - startedMs > minWorkerLifetimeMs) this.#startWorker();
    else this.#clock.after(restartDelayMs, () => this.#replaceWorker());
  }

  #replaceWorker(): void {
    if (this.#closed === undefined) this.#startWorker();
  }
}

function addCounters(sum: WorkerLoad, load: WorkerLoad): WorkerLoad {
  return {
    ...sum,
    packetsSent: sum.packetsSent + load.packetsSent,
    packetsReceived: sum.packetsReceived + load.packetsReceived,
    packetsFromUnknownSource: sum.packetsFromUnknownSource + load.packetsFromUnknownSource,
    packetsInvalid: sum.packetsInvalid + load.packetsInvalid,
    socketErrors: sum.socketErrors + load.socketErrors,
    framesSkipped: sum.framesSkipped + load.framesSkipped,
  };
}

const hasSlot = ({ isFull }: WorkerLink): boolean => !isFull;
/** Returns whether the worker can carry one more call. */
const hasCapacity = (link: WorkerLink): boolean => !link.load.overloaded && hasSlot(link);
