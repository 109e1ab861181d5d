import { cseqOf, rseqOf, tokensOf } from './header-fields.ts';
import type { InviteSession } from './invite-session.ts';
import type { SipResponse } from './message.ts';
import { formatRAck } from './rack.ts';

/** `unreliable`: needs no PRACK. `repeated`: a retransmission, or a response after a lost one; must be ignored. */
export type Reliability = 'unreliable' | 'reliable' | 'repeated';

/** RFC 3262 §4: acknowledges the reliable provisional responses of one early dialog, each once and in order. */
export class ReliableReceiver {
  readonly #session: InviteSession;
  #lastRseq: number | undefined;

  constructor(session: InviteSession) {
    this.#session = session;
  }

  /** Sends the PRACK if required. */
  receive(response: SipResponse): Reliability {
    const rseq = rseqOf(response);
    if (rseq === undefined || !tokensOf(response, 'Require').includes('100rel')) return 'unreliable';
    if (this.#lastRseq !== undefined && rseq !== this.#lastRseq + 1) return 'repeated';
    this.#lastRseq = rseq;
    const rack = formatRAck({ rseq, cseqNumber: cseqOf(response).number, method: 'INVITE' });
    this.#session.send('PRACK', [['RAck', rack]], undefined, () => undefined);
    return 'reliable';
  }
}
