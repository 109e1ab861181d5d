import type { Clock, Timer } from '../core/clock.ts';
import type { HeaderEntry, SipRequest } from './message.ts';
import { isSuccess, statusOf, type RequestOutcome } from './outgoing-request.ts';

/**
 * The result of a REFER. `status` is the last reported status of the new call, or the status that rejected the REFER.
 */
export interface TransferResult {
  readonly ok: boolean;
  readonly status: number | undefined;
  readonly detail: string;
}

/** Maximum time until the final report of the peer. RFC 3515 §2.4.4 recommends a short lifetime of the subscription. */
export const maxTransferReportMs = 60_000;

/**
 * RFC 3515: requests the peer to call a third party, and processes the NOTIFYs of the implicit subscription until a
 * final status. `done` is called once.
 */
export class Transfer {
  readonly #done: (result: TransferResult) => void;
  readonly #deadline: Timer;
  #isFinished = false;

  constructor(
    clock: Pick<Clock, 'after'>,
    send: (fields: readonly HeaderEntry[], onOutcome: (outcome: RequestOutcome) => void) => void,
    options: { readonly referTo: string; readonly referredBy: string },
    done: (result: TransferResult) => void,
  ) {
    this.#done = done;
    this.#deadline = clock.after(maxTransferReportMs, () =>
      this.#finish(false, undefined, 'The other side did not report in time.'),
    );
    const fields: HeaderEntry[] = [
      ['Refer-To', `<${options.referTo}>`],
      ['Referred-By', options.referredBy],
    ];
    send(fields, (outcome) => this.#onOutcome(outcome));
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Handles a NOTIFY of the event package `refer`. */
  handleNotify(notify: SipRequest): void {
    const status = parseSipfragStatus(notify.body.subarray(0, 256).toString('latin1'));
    const terminated = /^\s*terminated/i.test(notify.headers.get('Subscription-State') ?? '');
    if (status !== undefined && status >= 200)
      this.#finish(status < 300, status, `The other side reported status ${status} for the new call.`);
    else if (terminated) this.#finish(false, status, 'The other side stopped reporting.');
  }

  /** Reports a failure, because no NOTIFY can arrive after the end of the dialog. */
  handleDialogEnd(): void {
    this.#finish(false, undefined, 'The call ended before the transfer was reported.');
  }

  #onOutcome(outcome: RequestOutcome): void {
    if (isSuccess(outcome)) return;
    const status = statusOf(outcome);
    this.#finish(false, status, `The transfer was rejected with ${status}.`);
  }

  #finish(ok: boolean, status: number | undefined, detail: string): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#deadline.cancel();
    this.#done({ ok, status, detail });
  }
}

/** Returns the status of a message/sipfrag body (RFC 3420), whose first line is a status line. */
export function parseSipfragStatus(body: string): number | undefined {
  const status = /^\s*SIP\/2\.0\s+([1-6]\d\d)\b/i.exec(body)?.[1];
  return status === undefined ? undefined : Number(status);
}
