import type { Leg } from '../contracts/carrier.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';

/** Decides whether speech recognition has capacity for one more call. It also counts incoming calls that have no stream yet. */
export class RecognitionAdmission {
  readonly #recogniser: Pick<SpeechToText, 'freeStreams'>;
  #callsInSetup = 0;

  constructor(recogniser: Pick<SpeechToText, 'freeStreams'>) {
    this.#recogniser = recogniser;
  }

  get hasCapacity(): boolean {
    return (this.#recogniser.freeStreams ?? Infinity) > this.#callsInSetup;
  }

  /** Counts an incoming call until it ends or is answered, which opens its stream. */
  trackSetup(leg: Pick<Leg, 'on'>): void {
    this.#callsInSetup += 1;
    const unsubscribe = leg.on(({ type }) => {
      if (type !== 'leg-answered' && type !== 'leg-ended') return;
      unsubscribe();
      this.#callsInSetup -= 1;
    });
  }
}
