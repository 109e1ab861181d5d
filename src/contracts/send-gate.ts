import { BackgroundWork } from '../core/background-work.ts';
import { MessageCarrierError } from './message-carrier.ts';

/** Tracks the messages that a carrier is sending, so that it can close after them. */
export class SendGate {
  readonly #work = new BackgroundWork();
  #isClosed = false;

  /**
   * Sends a message with `send`, unless the gate is closed or the signal is aborted.
   * @throws {MessageCarrierError}
   */
  async run<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw unavailable('The carrier is closed.');
    if (signal.aborted) throw unavailable('The request was aborted.');
    const sending = send();
    this.#work.add(
      sending.then(
        () => undefined,
        () => undefined,
      ),
    );
    return sending;
  }

  /** Rejects further messages. Resolves when no message is being sent. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#work.settled();
  }
}

const unavailable = (text: string): MessageCarrierError =>
  new MessageCarrierError(text, { failure: 'unavailable' });
