import type { SpeechDelta } from '../contracts/language-model.ts';
import type { OpenUtterance } from './utterance.ts';

/** An utterance that can be split while it is written, so that other words are spoken between its parts. Speech of a model is not split. */
export class SplitUtterance implements OpenUtterance {
  readonly id: number;
  readonly #open: () => OpenUtterance;
  #part: OpenUtterance | undefined;
  #hasModelSpeech = false;

  /** `open` begins a part. It is called at once, and again for the words after a split. */
  constructor(open: () => OpenUtterance) {
    this.#open = open;
    this.#part = open();
    this.id = this.#part.id;
  }

  write(clause: string): void {
    this.#part ??= this.#open();
    this.#part.write(clause);
  }

  play(delta: SpeechDelta): void {
    this.#hasModelSpeech = true;
    this.#part ??= this.#open();
    this.#part.play(delta);
  }

  /** Ends the current part. Does nothing if the utterance is complete. */
  split(): void {
    if (this.#hasModelSpeech) return;
    this.finish();
  }

  finish(): void {
    this.#part?.finish();
    this.#part = undefined;
  }
}
