import type { SdpFault, SessionMedia } from '../session-media.ts';

/** A fake that uses words as session descriptions and logs each method call. The answer or offer "bad" is unusable. */
export class RecordedMedia implements SessionMedia {
  readonly log: string[] = [];
  #offers = 0;

  offer(): string {
    this.#offers += 1;
    this.log.push(`offer ${this.#offers}`);
    return `offer ${this.#offers}`;
  }

  answer(offer: string): string | SdpFault {
    this.log.push(`answer to ${offer}`);
    return offer === 'bad' ? { warningCode: 305, text: 'The offer is bad.' } : `answer to ${offer}`;
  }

  acceptAnswer(answer: string): SdpFault | undefined {
    this.log.push(`applied ${answer}`);
    return answer === 'bad' || answer === '' ? { warningCode: 305, text: 'The answer is bad.' } : undefined;
  }

  abandonOffer(): void {
    this.log.push('abandoned');
  }
}
