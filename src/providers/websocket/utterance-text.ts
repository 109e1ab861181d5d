import type { SegmentWord, TranscriptSegment } from './recognition-protocol.ts';
import type { TapeIndex } from './audio-tape.ts';

/** A word or segment whose times are indexes of the tape. */
export interface PlacedWord {
  readonly text: string;
  readonly start: TapeIndex;
  readonly end: TapeIndex;
  readonly confidence: number | undefined;
}

interface PlacedSegment {
  readonly text: string;
  readonly words: readonly PlacedWord[];
  readonly confidence: number | undefined;
  readonly start: TapeIndex | undefined;
  readonly end: TapeIndex | undefined;
}

/** Text, words, confidence and interval of an utterance. */
export type UtteranceResult = PlacedSegment;

/** Joins the segments of an utterance: final segments, and an interim segment after them. */
export class UtteranceText {
  #finals: PlacedSegment[] = [];
  #interim: PlacedSegment | undefined;
  /** Words that start before belong to an utterance that has ended. */
  #ignoredBefore: TapeIndex = 0;

  get isEmpty(): boolean {
    return this.#finals.length === 0 && this.#interim === undefined;
  }

  setInterim(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): void {
    this.#interim = this.#place(segment, indexAt);
  }

  addFinal(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): void {
    this.#interim = undefined;
    const placed = this.#place(segment, indexAt);
    if (placed !== undefined) this.#finals.push(placed);
  }

  /** Discards the interim segment, which the next connection recognises again. */
  dropInterim(): void {
    this.#interim = undefined;
  }

  text(): string {
    return this.#segments()
      .map(({ text }) => text)
      .join(' ');
  }

  /** Returns the utterance and starts the next one, which has no words that start before `end`. */
  take(end: TapeIndex): UtteranceResult {
    const segments = this.#segments();
    const confidences = segments.flatMap(({ confidence }) => confidence ?? []);
    const result = {
      text: this.text(),
      words: segments.every(({ words }) => words.length > 0) ? segments.flatMap(({ words }) => words) : [],
      confidence: confidences.length === 0 ? undefined : Math.min(...confidences),
      start: segments[0]?.start,
      end: segments.at(-1)?.end,
    };
    this.clear();
    this.#ignoredBefore = end;
    return result;
  }

  clear(): void {
    this.#finals = [];
    this.#interim = undefined;
  }

  #segments(): PlacedSegment[] {
    return this.#interim === undefined ? this.#finals : [...this.#finals, this.#interim];
  }

  /** Returns the segment without the words of earlier utterances; undefined if nothing is left. */
  #place(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): PlacedSegment | undefined {
    const all = (segment.words ?? []).map((word) => placeWord(word, indexAt));
    const words = all.filter(({ end }) => end > this.#ignoredBefore);
    const isWhole = words.length === all.length;
    const text = (isWhole ? segment.text : words.map((word) => word.text).join(' ')).trim();
    const start = words[0]?.start ?? placeTime(segment.startMs, indexAt);
    const end = words.at(-1)?.end ?? placeTime(segment.endMs, indexAt);
    if (text === '' || (end ?? Infinity) <= this.#ignoredBefore) return undefined;
    return { text, words, confidence: segment.confidence, start, end };
  }
}

const placeTime = (
  timeMs: number | undefined,
  indexAt: (streamMs: number) => TapeIndex,
): TapeIndex | undefined => (timeMs === undefined ? undefined : indexAt(timeMs));

const placeWord = (word: SegmentWord, indexAt: (streamMs: number) => TapeIndex): PlacedWord => ({
  text: word.text,
  start: indexAt(word.startMs),
  end: indexAt(word.endMs),
  confidence: word.confidence,
});
