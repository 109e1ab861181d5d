import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { FakeLegAudio } from '../../contracts/testing/fake-leg-audio.ts';
import type { Clock } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import type { MediaPort, MediaSettings } from '../../media/media-port.ts';

/** A media port without sockets that records its settings. */
export class FakeMediaPort implements MediaPort {
  readonly id: number;
  readonly localPort: number;
  readonly localAddress = '127.0.0.1';
  readonly audio: FakeLegAudio;
  readonly settings: MediaSettings[] = [];
  readonly #emitter = new Emitter<LegAudioEvent>(rethrowUncaught);
  isClosed = false;

  constructor(clock: Clock, id: number) {
    this.id = id;
    this.localPort = 20_000 + 2 * id;
    this.audio = new FakeLegAudio(clock, (event) => this.emit(event));
  }

  on(listener: (event: LegAudioEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  emit(event: LegAudioEvent): void {
    this.#emitter.emit(event);
  }

  configure(settings: MediaSettings): void {
    this.settings.push(settings);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

/** Opens fake ports; rejects with `failure` if set. */
export class FakeMediaEngine {
  readonly ports: FakeMediaPort[] = [];
  failure: Error | undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  openPort(): Promise<MediaPort> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const port = new FakeMediaPort(this.#clock, this.ports.length);
    this.ports.push(port);
    return Promise.resolve(port);
  }
}
