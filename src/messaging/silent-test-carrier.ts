import type { MessageCarrier, MessageChannel } from '../contracts/message-carrier.ts';
import type { Clock } from '../core/clock.ts';

/** Maximum number of accepted references that are remembered. */
const rememberedMax = 10_000;

/** A carrier of the test network whose recipients accept every message and never answer. Nothing leaves the process. */
export class SilentTestCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel: MessageChannel;
  readonly #clock: Clock;
  readonly #accepted = new Set<string>();

  constructor(name: string, channel: MessageChannel, clock: Clock) {
    this.name = name;
    this.channel = channel;
    this.#clock = clock;
  }

  async send({ reference }: { readonly reference: string }): Promise<{ externalIds: string[] }> {
    if (this.#accepted.size >= rememberedMax) this.#accepted.clear();
    this.#accepted.add(reference);
    return { externalIds: [`${reference}-${this.#clock.now()}`] };
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return { ok: true, detail: `accepts messages, ${this.#accepted.size} so far` };
  }

  async close(): Promise<void> {}
}
