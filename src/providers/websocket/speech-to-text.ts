import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { divideKeyterms, type KeytermLimits } from './keyterms.ts';
import type { RecognitionProtocol } from './recognition-protocol.ts';
import { RecognitionStream } from './recognition-stream.ts';
import { VendorError } from './vendor-error.ts';

/** What the adapters of vendors need from the process. */
export interface VendorDependencies {
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly internalErrors: Pick<InternalErrors, 'record'>;
  readonly logger?: Pick<Logger, 'warn'>;
}

/** The capabilities that differ between vendors. */
export type RecogniserCapabilities = Pick<
  SpeechToTextCapabilities,
  'endpointing' | 'turns' | 'languages' | 'sampleRates'
>;

export interface VendorRecogniser {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: RecogniserCapabilities;
  readonly breaker: CircuitBreaker;
  readonly keytermLimits?: KeytermLimits;
  /** The keyterms are within the limits. */
  createProtocol(options: Required<SpeechToTextOptions>): RecognitionProtocol;
}

const defaultSampleRate = 8000;
const connectionTimeoutMs = 10_000;
/** Length of the silence that a connection check sends. */
const checkAudioMs = 100;

/** Creates a recogniser from the protocol of a vendor. */
export function createVendorSpeechToText(
  recogniser: VendorRecogniser,
  dependencies: VendorDependencies,
): SpeechToText {
  return new VendorSpeechToText(recogniser, dependencies);
}

class VendorSpeechToText implements SpeechToText {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities;
  readonly #recogniser: VendorRecogniser;
  readonly #dependencies: VendorDependencies;
  readonly #streams = new Set<SpeechToTextStream>();
  #isClosed = false;

  constructor(recogniser: VendorRecogniser, dependencies: VendorDependencies) {
    this.provider = recogniser.provider;
    this.model = recogniser.model;
    this.capabilities = {
      ...recogniser.capabilities,
      partials: true,
      openVocabulary: true,
      expectation: 'none',
      network: true,
    };
    this.#recogniser = recogniser;
    this.#dependencies = dependencies;
  }

  open(options: SpeechToTextOptions): SpeechToTextStream {
    return this.#openStream(options);
  }

  /** `checkBreaker`: replaces the circuit breaker of the vendor in a connection check. */
  #openStream(options: SpeechToTextOptions, checkBreaker?: CircuitBreaker): SpeechToTextStream {
    const { clock, random, internalErrors } = this.#dependencies;
    const keyterms = this.#limitKeyterms(options.keyterms ?? []);
    const all = { sampleRate: defaultSampleRate, onUsage: () => {}, ...options, keyterms } as const;
    const stream: RecognitionStream = new RecognitionStream({
      protocol: this.#recogniser.createProtocol(all),
      sampleRate: all.sampleRate,
      clock,
      random,
      breaker: checkBreaker ?? this.#recogniser.breaker,
      isCheck: checkBreaker !== undefined,
      onInternalError: (error) => internalErrors.record('speech', error),
      onClosed: (audioMs) => {
        this.#streams.delete(stream);
        const { provider, model } = this;
        if (audioMs > 0) all.onUsage({ provider, model, audioMs });
      },
    });
    this.#streams.add(stream);
    if (this.#isClosed) stream.close();
    return stream;
  }

  #limitKeyterms(keyterms: readonly string[]): readonly string[] {
    const { used, unused } = divideKeyterms(keyterms, this.#recogniser.keytermLimits ?? {});
    const { provider, model } = this;
    if (unused.length > 0)
      this.#dependencies.logger?.warn(
        { provider, model, unusedKeyterms: unused.length },
        'Keyterms exceed the limits of the recogniser and are not used.',
      );
    return used;
  }

  /** Reports the circuit breaker: a request per check would be paid by the operator. */
  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const { breaker } = this.#recogniser;
    const name = `${this.provider} ${this.model}`;
    if (this.#isClosed) return Promise.resolve({ ok: false, detail: `${name} has been closed.` });
    const detail = breaker.lastError?.message ?? `${name}: ${this.#streams.size} streams`;
    return Promise.resolve({ ok: !breaker.isFailing, detail });
  }

  async checkConnection(language: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { clock, random } = this.#dependencies;
    const stream = this.#openStream({ language }, new CheckBreaker(clock, random, resolve));
    const timer = clock.after(connectionTimeoutMs, () => reject(new VendorError(this.provider, 'timed-out')));
    stream.on((event) => {
      if (event.type === 'stream-failed') reject(event.error);
    });
    try {
      stream.pushAudio(new Int16Array((checkAudioMs * defaultSampleRate) / 1000), 0);
      stream.finalize();
      await promise;
    } finally {
      timer.cancel();
      stream.close();
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.close();
    return Promise.resolve();
  }
}

/**
 * The circuit breaker of a connection check. It calls a listener when the vendor accepts the connection. The check is independent of the vendor's
 * breaker: it connects while that is open, and does not change it.
 */
class CheckBreaker extends CircuitBreaker {
  readonly #onAccepted: () => void;

  constructor(clock: Clock, random: Pick<Random, 'fraction'>, onAccepted: () => void) {
    super(clock, random);
    this.#onAccepted = onAccepted;
  }

  override recordSuccess(): void {
    super.recordSuccess();
    this.#onAccepted();
  }
}
