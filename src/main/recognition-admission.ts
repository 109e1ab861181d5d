import type { Leg } from '../contracts/carrier.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';

/** Whether speech recognition can take one more call. Incoming calls that have no stream yet are counted as if they had. */
export class RecognitionAdmission {
  readonly #recogniser: Pick<SpeechToText, 'freeStreams'>;
  #setUps = 0;

  constructor(recogniser: Pick<SpeechToText, 'freeStreams'>) {
    this.#recogniser = recogniser;
  }

  get hasCapacity(): boolean {
    return (this.#recogniser.freeStreams ?? Infinity) > this.#setUps;
  }

  /** An incoming call before it is answered. Its stream is opened while it is being answered. */
  watch(leg: Pick<Leg, 'on'>): void {
    this.#setUps += 1;
    const stop = leg.on(({ type }) => {
      if (type !== 'leg-answered' && type !== 'leg-ended') return;
      stop();
      this.#setUps -= 1;
    });
  }
}
