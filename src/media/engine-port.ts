import { isIP } from 'node:net';
import path from 'node:path';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import { Emitter } from '../core/emitter.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { RecordingResult } from './call-recorder.ts';
import type { CallMemory } from './call-memory.ts';
import type { MediaPort, MediaSettings } from './media-port.ts';
import { RingAudio } from './ring-audio.ts';
import type { WorkerCommand } from './worker-messages.ts';

export interface EnginePortOptions {
  readonly id: number;
  /** The number of the call within its worker. */
  readonly slot: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly memory: CallMemory;
  readonly internalErrors: InternalErrors;
  /** Recordings are restricted to this folder; `undefined` permits any path. */
  readonly recordingRoot: string | undefined;
  readonly post: (command: WorkerCommand) => void;
}

/** A media port on the main thread. It controls a `MediaCall` in a worker. */
export class EnginePort implements MediaPort {
  readonly id: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly #options: EnginePortOptions;
  readonly #audio: RingAudio;
  readonly #emitter: Emitter<LegAudioEvent>;
  readonly #closedPromise = Promise.withResolvers<void>();
  #recordingPath: string | undefined;
  #recording = false;
  #closing = false;
  #ended = false;
  #hasFailed = false;

  constructor(options: EnginePortOptions) {
    this.#options = options;
    this.id = options.id;
    this.localAddress = options.localAddress;
    this.localPort = options.localPort;
    const { internalErrors, post, slot } = options;
    this.#emitter = new Emitter((error) => {
      internalErrors.record('media_port', error);
      this.fail('a listener of the media port threw an error');
    });
    this.#audio = new RingAudio(
      options.memory,
      {
        sendDigits: (digits, pauseMs) => post({ type: 'send-digits', slot, digits, pauseMs }),
        record: (file) => this.#record(file),
      },
      (event) => this.#emitter.emit(event),
    );
  }

  get slot(): number {
    return this.#options.slot;
  }

  /** Resolves when the worker has released the ports. */
  get closed(): Promise<void> {
    return this.#closedPromise.promise;
  }

  get audio(): LegAudio {
    return this.#audio;
  }

  on(listener: (event: LegAudioEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Throws `RangeError` for invalid settings, such as a host name or port 0. */
  configure(settings: MediaSettings): void {
    checkSettings(settings);
    if (this.#closing || this.#ended) return;
    this.#audio.codec = settings.codec;
    this.#options.post({ type: 'configure', slot: this.slot, settings });
  }

  close(): Promise<void> {
    if (!this.#closing && !this.#ended) this.#options.post({ type: 'close', slot: this.slot });
    this.#closing = true;
    return this.#closedPromise.promise;
  }

  /** Delivers events and audio. Called when the worker has marked this call as ready. */
  poll(): void {
    this.#audio.poll();
  }

  /** Handles the end of the recording in the worker. */
  handleRecordingEnded(file: string, result: RecordingResult): void {
    this.#recording = false;
    this.#emitter.emit({ type: 'recording-ended', path: file, ...result });
  }

  /** Handles the end of the call in the worker. Delivers its remaining events first. */
  handleClosed(): void {
    this.#audio.poll();
    this.#finish();
  }

  /**
   * Reports that the media has failed: the worker has exited or has abandoned this call, or a listener threw an error.
   */
  fail(error: string): void {
    if (this.#ended || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#audio.poll();
    this.#emitter.emit({ type: 'media-failed', atMs: this.#audio.nowMs });
    if (this.#recording && this.#recordingPath !== undefined)
      this.handleRecordingEnded(this.#recordingPath, {
        // The actual duration is unknown; the media clock is its upper bound.
        durationMs: this.#audio.nowMs,
        lostMs: 0,
        fault: 'media_failed',
        error,
      });
  }

  /** Handles the exit of the worker: reports the failure and resolves `close`. */
  handleWorkerExit(): void {
    this.fail('the media worker exited');
    this.#finish();
  }

  #finish(): void {
    this.#ended = true;
    this.#audio.close();
    this.#closedPromise.resolve();
  }

  #record(file: string): void {
    if (this.#recordingPath !== undefined || this.#closing) return;
    this.#recordingPath = file;
    if (this.#isPathAllowed(file)) {
      this.#recording = true;
      this.#options.post({ type: 'record', slot: this.slot, path: file });
      return;
    }
    const error = 'recordings must be inside the recordings folder';
    queueMicrotask(() =>
      this.handleRecordingEnded(file, { durationMs: 0, lostMs: 0, fault: 'disk_error', error }),
    );
  }

  #isPathAllowed(file: string): boolean {
    const { recordingRoot } = this.#options;
    if (file.includes('\0')) return false;
    if (recordingRoot === undefined) return true;
    const relativePath = path.relative(path.resolve(recordingRoot), path.resolve(file));
    return relativePath !== '' && !relativePath.startsWith('..') && !path.isAbsolute(relativePath);
  }
}

function checkSettings(settings: MediaSettings): void {
  const { remoteAddress, remotePort, rtcpPort = 1, payloadType, telephoneEventPayloadType = 0 } = settings;
  const ports = [remotePort, rtcpPort];
  const additionalTypes = (settings.additionalFormats ?? []).map((format) => format.payloadType);
  const types = [payloadType, telephoneEventPayloadType, ...additionalTypes];
  if (isIP(remoteAddress) === 0) throw new RangeError('The remote address must be numeric.');
  if (!ports.every((port) => isIntegerWithin(port, 1, 65_535)))
    throw new RangeError('A remote port must be from 1 to 65535.');
  if (!types.every((type) => isIntegerWithin(type, 0, 127)))
    throw new RangeError('A payload type must be from 0 to 127.');
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
