import type { Expectation } from '../../core/expectation.ts';
import type { SpeechToTextStream } from '../../contracts/speech-to-text.ts';

/** Audio that is kept, in ms. Audio of an utterance before it is lost. */
const keptMs = 10_000;

type LoggedCall =
  | { readonly type: 'audio'; readonly samples: Int16Array; readonly atMs: number; readonly endMs: number }
  | { readonly type: 'expect'; readonly expectation: Expectation }
  | { readonly type: 'finalize'; readonly speechEndMs: number | undefined };

/** The calls of a stream since the last utterance that has a transcript, so that another stream can repeat them. */
export class UtteranceLog {
  /** The expectation before the first call. */
  #expectation: Expectation | undefined;
  #calls: LoggedCall[] = [];

  /** Whether an utterance was ended and has no transcript yet. */
  get isFinalizing(): boolean {
    return this.#calls.some(({ type }) => type === 'finalize');
  }

  /** Adds audio, whose samples are copied. Times are on the media clock. */
  addAudio(samples: Int16Array, atMs: number, endMs: number): void {
    this.#calls.push({ type: 'audio', samples: samples.slice(), atMs, endMs });
    this.#dropBefore(endMs - keptMs);
  }

  addExpectation(expectation: Expectation): void {
    this.#calls.push({ type: 'expect', expectation });
  }

  addFinalize(speechEndMs?: number): void {
    this.#calls.push({ type: 'finalize', speechEndMs });
  }

  /** Drops the utterance that has a transcript now. Without a request to end it, the transcript covers the audio before `endMs`. */
  utteranceEnded(endMs: number): void {
    const request = this.#calls.findIndex(({ type }) => type === 'finalize');
    if (request >= 0) this.#drop(request + 1);
    else this.#dropBefore(endMs);
  }

  /** Drops everything except the expectation. */
  clear(): void {
    this.#drop(this.#calls.length);
  }

  /** Repeats the calls on another stream. */
  replay(stream: SpeechToTextStream): void {
    if (this.#expectation !== undefined) stream.expect(this.#expectation);
    // A transcript that arrives meanwhile drops calls from the list.
    const calls = this.#calls.slice();
    for (const call of calls) {
      if (call.type === 'audio') stream.pushAudio(call.samples, call.atMs);
      else if (call.type === 'expect') stream.expect(call.expectation);
      else stream.finalize(call.speechEndMs);
    }
  }

  #dropBefore(timeMs: number): void {
    const isLater = (call: LoggedCall) => call.type === 'audio' && call.endMs > timeMs;
    const [first] = this.#calls;
    if (first !== undefined && isLater(first)) return;
    const index = this.#calls.findIndex(isLater);
    this.#drop(index < 0 ? this.#calls.findLastIndex(({ type }) => type === 'audio') + 1 : index);
  }

  #drop(count: number): void {
    for (const call of this.#calls.splice(0, count))
      if (call.type === 'expect') this.#expectation = call.expectation;
  }
}
