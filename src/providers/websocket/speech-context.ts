import { decodeUlaw } from '../../audio/g711.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import { maxSpeechMs, type SpeechChunk, type SpokenWord } from '../../contracts/text-to-speech.ts';
import type { SpeechMessage } from './speech-protocol.ts';
import { SpokenWordAssembler } from './spoken-words.ts';
import { VendorError } from './vendor-error.ts';

const sampleRate = 8000;
const samplesPerMs = sampleRate / 1000;
/** The longest wait for the next audio after text was sent. */
const answerTimeoutMs = 10_000;
const maxPendingWords = 5_000;

/** The audio of one request: a queue between the connection and the reader. */
export class SpeechContext {
  readonly #vendor: string;
  readonly #clock: Clock;
  readonly #speed: number | undefined;
  readonly #failConnection: (error: VendorError) => void;
  #chunks: SpeechChunk[] = [];
  readonly #assembler = new SpokenWordAssembler();
  #words: SpokenWord[] = [];
  #receivedSamples = 0;
  #textLength = 0;
  #timer: Timer | undefined;
  #error: Error | undefined;
  #isEnded = false;
  #wake = () => {};

  /** `failConnection` ends the connection, and so all of its contexts. */
  constructor(options: {
    readonly vendor: string;
    readonly clock: Clock;
    readonly speed: number | undefined;
    readonly failConnection: (error: VendorError) => void;
  }) {
    this.#vendor = options.vendor;
    this.#clock = options.clock;
    this.#speed = options.speed;
    this.#failConnection = options.failConnection;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Starts to wait for the audio of a text. */
  awaitSpeech(text: string): void {
    this.#textLength += text.length;
    this.awaitAudio();
  }

  /** Starts to wait for audio. */
  awaitAudio(): void {
    if (this.#isEnded) return;
    this.#timer?.cancel();
    this.#timer = this.#clock.after(answerTimeoutMs, () =>
      this.fail(new VendorError(this.#vendor, 'timed-out')),
    );
  }

  receive({ audio, words = [], characters = [], isDone, error }: SpeechMessage): void {
    if (this.#isEnded) return;
    const offsetMs = this.#receivedSamples / samplesPerMs;
    const spoken = [...words, ...this.#assembler.add(characters, offsetMs)];
    if (this.#words.length < maxPendingWords) this.#words.push(...spoken);
    if (audio !== undefined && audio.length > 0) this.#addAudio(audio);
    if (error !== undefined) this.fail(error);
    else if (isDone === true) this.#finish();
  }

  fail(error: Error): void {
    if (this.#isEnded) return;
    this.#error = error;
    this.end();
  }

  /** Ends the audio without an error. */
  end(): void {
    this.#isEnded = true;
    this.#timer?.cancel();
    this.#wake();
  }

  /** Yields the audio until the end. Throws the error of `fail`. */
  async *chunks(): AsyncGenerator<SpeechChunk> {
    for (;;) {
      while (this.#chunks.length > 0) yield this.#chunks.shift()!;
      if (this.#error !== undefined) throw this.#error;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #addAudio(audio: Uint8Array): void {
    this.awaitAudio();
    this.#receivedSamples += audio.length;
    if (this.#receivedSamples > maxSpeechMs(this.#textLength, this.#speed) * samplesPerMs)
      return this.#failWithTooMuchAudio();
    const samples = new Int16Array(audio.length);
    decodeUlaw(audio, samples);
    this.#push(samples);
  }

  #failWithTooMuchAudio(): void {
    const code = 'too-much-audio';
    this.#chunks = [];
    this.fail(new VendorError(this.#vendor, 'protocol', { code, discardsAudio: true }));
    // A vendor that has not stopped would send the rest for as long as the connection is open.
    this.#failConnection(new VendorError(this.#vendor, 'protocol', { code }));
  }

  #finish(): void {
    this.#words.push(...this.#assembler.finish());
    // The times of the last words may arrive after their audio.
    if (this.#words.length > 0 && this.#receivedSamples > 0) this.#push(new Int16Array(samplesPerMs));
    this.end();
  }

  #push(samples: Int16Array): void {
    const words = this.#words;
    this.#words = [];
    this.#chunks.push({ samples, sampleRate, ...(words.length > 0 && { words }) });
    this.#wake();
  }
}
