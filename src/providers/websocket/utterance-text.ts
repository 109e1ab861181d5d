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
  /** Words whose middle is before belong to an utterance that has ended. */
  #ignoredBefore: TapeIndex = 0;
  /** Number of the words that the last utterance had and that were not final. */
  #unconfirmedWords = 0;

  get isEmpty(): boolean {
    return this.#finals.length === 0 && this.#interim === undefined;
  }

  get hasInterim(): boolean {
    return this.#interim !== undefined;
  }

  /** Vendors also report empty texts, between words or in silence. They do not erase the words that were recognised. */
  setInterim(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): void {
    this.#interim = this.#place(segment, indexAt) ?? this.#interim;
  }

  addFinal(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): void {
    this.#interim = undefined;
    const placed = this.#place(segment, indexAt);
    if (placed !== undefined) this.#finals.push(placed);
  }

  /** Adds the final text of the utterance that has ended without it: only the words that follow its text are new. */
  addLateFinal(text: string): void {
    const rest = this.#restOf(text);
    this.#unconfirmedWords = 0;
    if (rest !== '')
      this.#finals.push({ text: rest, words: [], confidence: undefined, start: undefined, end: undefined });
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

  /**
   * Returns the utterance, which is final, and starts the next one. The next one has the words after the last word of the utterance, which may be
   * reported late. If the time of that word is unknown, it has the words after `end`.
   */
  take(end: TapeIndex): UtteranceResult {
    this.#unconfirmedWords = 0;
    const isEmpty = this.isEmpty;
    const result = this.#takeResult();
    if (!isEmpty) this.#ignoredBefore = Math.min(end, result.end ?? end);
    return result;
  }

  /** Returns the utterance, whose final text may follow, and starts the next one. The next one has no words of its text. */
  takeUnconfirmed(): UtteranceResult {
    this.#unconfirmedWords = wordsOf(this.#interim?.text ?? '').length;
    const result = this.#takeResult();
    this.#ignoredBefore = Math.max(this.#ignoredBefore, result.end ?? 0);
    return result;
  }

  #takeResult(): UtteranceResult {
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
    return result;
  }

  clear(): void {
    this.#finals = [];
    this.#interim = undefined;
  }

  #segments(): PlacedSegment[] {
    return this.#interim === undefined ? this.#finals : [...this.#finals, this.#interim];
  }

  /** Returns the words of a late text that the last utterance did not have. */
  #restOf(text: string): string {
    return wordsOf(text).slice(this.#unconfirmedWords).join(' ');
  }

  /** Returns the segment without the words of earlier utterances; undefined if nothing is left. */
  #place(segment: TranscriptSegment, indexAt: (streamMs: number) => TapeIndex): PlacedSegment | undefined {
    const words = (segment.words ?? []).map((word) => placeWord(word, indexAt));
    return words.length > 0 ? this.#placeWords(segment, words) : this.#placeText(segment, indexAt);
  }

  #placeWords(
    { text, confidence }: TranscriptSegment,
    all: readonly PlacedWord[],
  ): PlacedSegment | undefined {
    const words = all.filter(({ start, end }) => (start + end) / 2 > this.#ignoredBefore);
    const [first] = words;
    const placed = words.length === all.length ? text.trim() : words.map((word) => word.text).join(' ');
    if (first === undefined || placed === '') return undefined;
    return { text: placed, words, confidence, start: first.start, end: words.at(-1)!.end };
  }

  /** Places a text without words. It is a late one if it starts before the end of the last utterance. */
  #placeText(
    { text, confidence, startMs, endMs }: TranscriptSegment,
    indexAt: (streamMs: number) => TapeIndex,
  ): PlacedSegment | undefined {
    const start = placeTime(startMs, indexAt);
    const end = placeTime(endMs, indexAt);
    const isLate = start !== undefined && start < this.#ignoredBefore;
    const placed = isLate ? this.#restOf(text) : text.trim();
    if (placed === '' || (end ?? Infinity) <= this.#ignoredBefore) return undefined;
    return { text: placed, words: [], confidence, start, end };
  }
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

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
