import type { Expectation } from '../core/expectation.ts';
import { matchText, unconfirmedConfidence } from '../contracts/recognised-text.ts';
import type { PhraseMatch, SpeechToTextEvent } from '../contracts/speech-to-text.ts';

type FinalTranscript = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** The recognised words of one turn of the caller. */
export class TurnTranscript {
  readonly #finalTexts: string[] = [];
  /** The partial transcript that follows the final ones. */
  #partialText = '';
  #match: PhraseMatch | undefined;
  #confidence = 1;
  #isRejected = false;

  get text(): string {
    return [...this.#finalTexts, this.#partialText].filter((part) => part !== '').join(' ');
  }

  get match(): PhraseMatch | undefined {
    return this.#match;
  }

  /** 0 to 1; the lowest of all parts. */
  get confidence(): number {
    return this.#confidence;
  }

  get isRejected(): boolean {
    return this.#isRejected;
  }

  /** Whether there are final words, and no partial transcript follows them. */
  get isFinal(): boolean {
    return this.#partialText === '' && this.#finalTexts.length > 0;
  }

  addPartial(text: string, match: PhraseMatch | undefined, expectation: Expectation): void {
    this.#partialText = text;
    this.#match = match ?? matchText(expectation, this.text);
  }

  addFinal({ text, confidence, rejected, match }: FinalTranscript, expectation: Expectation): void {
    this.#partialText = '';
    if (text !== '') {
      this.#finalTexts.push(text);
      this.#confidence = Math.min(this.#confidence, confidence);
    }
    this.#isRejected ||= rejected;
    this.#match = match ?? matchText(expectation, this.text);
  }

  /** Lowers the confidence of a turn that ends without its final transcript. */
  markUnconfirmed(): void {
    this.#confidence = Math.min(this.#confidence, unconfirmedConfidence);
  }

  reject(): void {
    this.#isRejected = true;
  }
}
