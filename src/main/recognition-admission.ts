import type { Leg } from '../contracts/carrier.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';

/** Decides whether speech recognition has capacity for one more call. Incoming calls without a stream yet count as well. */
export class RecognitionAdmission {
  readonly #recogniser: Pick<SpeechToText, 'freeStreams'>;
  #setUps = 0;

  constructor(recogniser: Pick<SpeechToText, 'freeStreams'>) {
    this.#recogniser = recogniser;
  }

  get hasCapacity(): boolean {
    return (this.#recogniser.freeStreams ?? Infinity) > this.#setUps;
  }

  /** Counts an incoming call until it is answered, which opens its stream, or ends. */
  trackSetup(leg: Pick<Leg, 'on'>): void {
    this.#setUps += 1;
    const stop = leg.on(({ type }) => {
      if (type !== 'leg-answered' && type !== 'leg-ended') return;
      stop();
      this.#setUps -= 1;
    });
  }
}
