import type { VoiceActivityDetector } from '../audio/voice-activity.ts';
import { callMemoryOf } from './call-memory.ts';
import { CallSockets } from './call-sockets.ts';
import { setReady } from './wake-signal.ts';
import { MediaCall } from './media-call.ts';
import { openRecordingFile } from './recording-file.ts';
import { subTicks, type TickHandler, type TickMode } from './tick-schedule.ts';
import type { WorkerCounters } from './worker-counters.ts';
import type { WorkerCommand, WorkerReport } from './worker-messages.ts';

/** Maximum time for a recording to finish after the call. */
const maxRecordingFinishMs = 5000;

interface CallEntry {
  readonly slot: number;
  readonly call: MediaCall;
  readonly sockets: CallSockets;
  readonly subTick: number;
  recordingEnded: Promise<void>;
}

export interface WorkerCallsOptions {
  readonly wakeSignal: Int32Array;
  readonly counters: WorkerCounters;
  readonly createDetector: () => VoiceActivityDetector;
  readonly report: (report: WorkerReport) => void;
  readonly nowMs: () => number;
}

type OpenCommand = Extract<WorkerCommand, { type: 'open' }>;
type CallCommand = Extract<WorkerCommand, { type: 'configure' | 'send-digits' | 'record' }>;

/** The calls of one worker, by slot and by sub-tick. */
export class WorkerCalls implements TickHandler {
  readonly #options: WorkerCallsOptions;
  readonly #entries = new Map<number, CallEntry>();
  readonly #groups: CallEntry[][] = Array.from({ length: subTicks }, () => []);
  #isAnyReady = false;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns whether any call became ready since the last check. */
  consumeReady(): boolean {
    const isAnyReady = this.#isAnyReady;
    this.#isAnyReady = false;
    return isAnyReady;
  }

  /** Executes a command of the main thread. Commands for closed slots are ignored. */
  async handle(command: Exclude<WorkerCommand, { type: 'shut-down' }>): Promise<void> {
    if (command.type === 'open') {
      await this.#open(command);
      return;
    }
    const entry = this.#entries.get(command.slot);
    if (entry === undefined) return;
    if (command.type === 'close') await this.#close(entry);
    else this.#guard(entry, () => this.#apply(entry, command));
  }

  #apply(entry: CallEntry, command: CallCommand): void {
    switch (command.type) {
      case 'configure':
        entry.call.configure(command.settings, this.#options.nowMs());
        return;
      case 'send-digits':
        entry.call.sendDigits(command.digits, command.pauseMs);
        return;
      case 'record':
        this.#record(entry, command.path);
        return;
    }
  }

  tick(subTick: number, mode: TickMode): void {
    const entries = this.#groups[subTick]!;
    const nowMs = this.#options.nowMs();
    const send = mode === 'send';
    if (!send) this.#options.counters.framesSkipped += entries.length;
    // All packets are sent first, so that they are on time and the kernel handles them in one burst.
    for (let i = 0; i < entries.length; i++) this.#sendFrame(entries[i]!, send);
    for (let i = 0; i < entries.length; i++) this.#receiveFrame(entries[i]!, nowMs);
  }

  skipFrames(frames: number): void {
    this.#options.counters.framesSkipped += frames * this.#entries.size;
    for (const entry of this.#entries.values()) this.#guard(entry, ({ call }) => call.skipFrames(frames));
  }

  async closeAll(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), (entry) => this.#close(entry)));
  }

  async #open(command: OpenCommand): Promise<void> {
    const { slot, localAddress, localPort } = command;
    const { counters, nowMs, report } = this.#options;
    // Packets that arrive before the entry exists are dropped by `#guard`.
    let entry: CallEntry | undefined;
    try {
      const sockets = await CallSockets.open(localAddress, localPort, {
        onPacket: (bytes, address, port) =>
          this.#guard(entry, ({ call }) => call.receive(bytes, address, port, nowMs())),
        onRtcpPacket: (bytes, address) => this.#guard(entry, ({ call }) => call.receiveRtcp(bytes, address)),
        onError: () => void (counters.socketErrors += 1),
      });
      const call = this.#createCall(command, sockets);
      const subTick = this.#smallestGroup();
      entry = { slot, call, sockets, subTick, recordingEnded: Promise.resolve() };
      this.#groups[subTick]!.push(entry);
      this.#entries.set(slot, entry);
      report({ type: 'opened', slot });
    } catch (error) {
      const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException;
      report({ type: 'open-failed', slot, code, message });
    }
  }

  #createCall(command: OpenCommand, transport: CallSockets): MediaCall {
    const { counters, createDetector, wakeSignal } = this.#options;
    const { slot, stream, canonicalName } = command;
    return new MediaCall({
      memory: callMemoryOf(command.memory),
      transport,
      detector: createDetector(),
      stream,
      canonicalName,
      openFile: openRecordingFile,
      counters,
      setReady: () => {
        setReady(wakeSignal, slot);
        this.#isAnyReady = true;
      },
      // The golden ratio spreads the calls of successive slots evenly.
      stagger: (slot * 0.618_034) % 1,
      wallClock: Date.now,
    });
  }

  // `#sendFrame` and `#receiveFrame` run for each frame. Unlike `#guard`, they allocate no closure.
  #sendFrame(entry: CallEntry, send: boolean): void {
    try {
      entry.call.sendFrame(send);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  #receiveFrame(entry: CallEntry, nowMs: number): void {
    try {
      entry.call.receiveFrame(nowMs);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  /** Runs an operation of a call. A call whose operation throws is removed; without a call, nothing runs. */
  #guard(entry: CallEntry | undefined, run: (entry: CallEntry) => void): void {
    if (entry === undefined) return;
    try {
      run(entry);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  /**
   * Removes a call after a defect, so that it does not affect other calls. The call is no longer ticked. Its sockets
   * remain open until the main thread closes the call.
   */
  #fail(entry: CallEntry, error: unknown): void {
    if (!this.#removeFromGroup(entry)) return;
    this.#options.report({ type: 'call-failed', slot: entry.slot, error: cloneableError(error) });
  }

  /** Ends the ticks of a call. Returns false if they have ended before. */
  #removeFromGroup(entry: CallEntry): boolean {
    const group = this.#groups[entry.subTick]!;
    if (!group.includes(entry)) return false;
    // Replaced, not modified, because the group can be in the middle of its tick.
    this.#groups[entry.subTick] = group.filter((other) => other !== entry);
    return true;
  }

  #smallestGroup(): number {
    const sizes = this.#groups.map((group) => group.length);
    return sizes.indexOf(Math.min(...sizes));
  }

  #record(entry: CallEntry, path: string): void {
    const { slot } = entry;
    entry.recordingEnded = new Promise((resolve) => {
      entry.call.record(path, (result) => {
        this.#options.report({ type: 'recording-ended', slot, path, result });
        resolve();
      });
    });
  }

  async #close(entry: CallEntry): Promise<void> {
    if (!this.#entries.delete(entry.slot)) return;
    this.#guard(entry, () => entry.call.close());
    this.#removeFromGroup(entry);
    entry.sockets.close();
    const limit = setTimeout(() => entry.call.abandonRecording(), maxRecordingFinishMs);
    await entry.recordingEnded;
    clearTimeout(limit);
    this.#options.report({ type: 'closed', slot: entry.slot });
  }
}

/** Returns an error that can be posted to another thread. Properties added by libraries may not be cloneable. */
export function cloneableError(error: unknown): Error {
  const clone = new Error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.stack !== undefined) clone.stack = error.stack;
  return clone;
}
